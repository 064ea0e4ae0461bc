#include "harness/tune/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

template <class T>
void set_once(std::optional<T>& slot, T value, const std::string& text) {
  if (slot)
    throw bad_input(fmt::format("budget '{}' is contradictory: it names two of a kind", text));
  slot = value;
}

void add_part(budget& to, const std::string& part, const std::string& text) {
  double amount = 0;
  const auto* end = part.data() + part.size();
  const auto read = std::from_chars(part.data(), end, amount);
  const std::string unit(read.ptr, end);
  const bool known = unit.empty() || unit == "%" || unit == "s" || unit == "min" || unit == "h";
  if (read.ec != std::errc{} || !known)
    throw bad_input(
        fmt::format("budget '{}': seconds (60s), evaluations (200) or a share (30%)", text));
  if (!(amount > 0) || !std::isfinite(amount))
    throw bad_input(fmt::format("budget '{}' leaves nothing to spend: above 0", text));
  if (unit == "%") {
    if (amount > 100) throw bad_input(fmt::format("budget '{}': at most 100%", text));
    set_once(to.share, amount / 100, text);
  } else if (unit.empty()) {
    if (amount != std::floor(amount) || amount > 1e9)
      throw bad_input(fmt::format("budget '{}': a whole number of evaluations, up to 1e9", text));
    set_once(to.evaluations, static_cast<std::size_t>(amount), text);
  } else {
    set_once(to.seconds, amount * (unit == "h" ? 3600 : unit == "min" ? 60 : 1), text);
  }
}

}  // namespace

std::size_t budget::evaluations_of(std::size_t configurations) const {
  auto count = configurations;
  if (evaluations) count = std::min(count, *evaluations);
  if (share) {
    const double part = std::ceil(*share * static_cast<double>(configurations));
    count = std::min(count, static_cast<std::size_t>(part));
  }
  return count;
}

budget parse_budget(const std::string& text) {
  budget result;
  std::istringstream parts(text);
  bool any = false;
  for (std::string part; std::getline(parts, part, ',');) {
    add_part(result, part, text);
    any = true;
  }
  if (!any || text.back() == ',')
    throw bad_input(
        fmt::format("budget '{}': seconds (60s), evaluations (200) or a share (30%)", text));
  return result;
}

}  // namespace retime::tune
