#include "harness/tune/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernels/support/bad_input.h"

namespace retime::tune {

std::size_t budget::evaluations_of(std::size_t configurations) const {
  auto count = configurations;
  if (evaluations) count = std::min(count, *evaluations);
  if (share) {
    const double part = std::ceil(*share * static_cast<double>(configurations));
    count = std::min(count, static_cast<std::size_t>(part));
  }
  return count;
}

void allow_evaluations(budget& allowed, const std::string& text) {
  const auto wrong = [&](const char* right) {
    return bad_input(fmt::format("--evaluations '{}': {}", text, right));
  };
  double amount = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, amount);
  const std::string unit(read.ptr, end);
  if (read.ec != std::errc{} || !(unit.empty() || unit == "%"))
    throw wrong("a number, as 200, or a share of the configurations, as 30%");
  if (!(amount > 0)) throw wrong("leaves nothing to spend: above 0");
  if (unit == "%") {
    if (amount > 100) throw wrong("at most 100%");
    allowed.share = amount / 100;
  } else {
    if (amount != std::floor(amount) || amount > 1e9) throw wrong("a whole number, up to 1e9");
    allowed.evaluations = static_cast<std::size_t>(amount);
  }
}

std::string to_text(const budget& allowed) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ",") + part; };
  if (allowed.seconds) add(fmt::format("{}s", *allowed.seconds));
  if (allowed.evaluations) add(fmt::format("{}", *allowed.evaluations));
  if (allowed.share) add(fmt::format("{:.6g}%", 100 * *allowed.share));
  return text;
}

}  // namespace retime::tune
