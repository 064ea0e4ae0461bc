#include "harness/tune/features.h"

#include <algorithm>
#include <cmath>

namespace retime::tune {
namespace {

double number(const axis_value& v) {
  const auto* whole = std::get_if<std::int64_t>(&v);
  return whole ? static_cast<double>(*whole) : std::get<double>(v);
}

constexpr std::size_t most_pairs = 36;

}  // namespace

features::features(const space& of) : space_(of) {
  for (std::size_t axis = 0; axis < of.dimensions(); ++axis) {
    const auto& along = of.parameters()[axis];
    const auto n = along.values.size();
    if (n < 2) continue;
    if (!along.ordered()) {
      for (std::size_t k = 0; k < n; ++k) {
        column flag{axis, std::vector<float>(n, 0.0f)};
        flag.by_code[k] = 1;
        single_.push_back(std::move(flag));
      }
      continue;
    }
    column rank{axis, {}}, log{axis, {}};
    for (std::size_t k = 0; k < n; ++k) rank.by_code.push_back(static_cast<float>(k));
    single_.push_back(std::move(rank));
    if (n < 3 || std::ranges::any_of(along.values, [](const auto& v) { return number(v) <= 0; }))
      continue;
    for (const auto& v : along.values)
      log.by_code.push_back(static_cast<float>(std::log2(number(v))));
    logs_.push_back(std::move(log));
  }
  for (std::size_t a = 0; a < logs_.size(); ++a) {
    for (std::size_t b = a + 1; b < logs_.size() && pairs_.size() < most_pairs; ++b)
      pairs_.emplace_back(a, b);
  }
  count_ = single_.size() + pairs_.size();
}

void features::write(configuration which, float* to) const {
  const auto codes = space_.codes(which);
  for (const auto& each : single_) *to++ = each.by_code[codes[each.axis]];
  for (const auto& [a, b] : pairs_)
    *to++ = logs_[a].by_code[codes[logs_[a].axis]] + logs_[b].by_code[codes[logs_[b].axis]];
}

}  // namespace retime::tune
