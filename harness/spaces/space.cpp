#include "harness/spaces/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {

bool parameter::ordered() const {
  return std::ranges::none_of(
      values, [](const axis_value& v) { return std::holds_alternative<std::string>(v); });
}

tuning_space::tuning_space(std::vector<parameter> parameters, std::vector<code> codes)
    : parameters_(std::move(parameters)) {
  const auto d = dimensions();
  if (d == 0) throw bad_input("the space has no parameter");
  if (codes.empty()) throw bad_input("the space is empty");
  const auto n = codes.size() / d;
  if (n > std::numeric_limits<configuration>::max())
    throw bad_input("the space has more than 2^32 configurations");
  strides_.assign(d, 1);
  for (auto axis = d; axis-- > 0;) {
    const auto count = parameters_[axis].values.size();
    if (count > std::numeric_limits<code>::max()) {
      throw bad_input(fmt::format("parameter '{}' has {} values; at most 65535 can be told apart",
                                  printable(parameters_[axis].name), count));
    }
    if (axis > 0 && __builtin_mul_overflow(strides_[axis], count, &strides_[axis - 1]))
      throw bad_input("the parameters span more than 2^64 points");
  }
  std::vector<std::uint64_t> keys(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t axis = 0; axis < d; ++axis) keys[i] += codes[i * d + axis] * strides_[axis];
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return keys[i]; });
  codes_.reserve(codes.size());
  for (const auto i : order) {
    if (!keys_.empty() && keys_.back() == keys[i])
      throw bad_input(fmt::format("configuration '{}' stands twice in the space",
                                  text(static_cast<configuration>(keys_.size() - 1))));
    keys_.push_back(keys[i]);
    codes_.insert(codes_.end(), codes.begin() + static_cast<std::ptrdiff_t>(i * d),
                  codes.begin() + static_cast<std::ptrdiff_t>((i + 1) * d));
  }
}

std::optional<configuration> tuning_space::find(std::span<const code> codes) const {
  std::uint64_t key = 0;
  for (std::size_t axis = 0; axis < dimensions(); ++axis) key += codes[axis] * strides_[axis];
  const auto at = std::ranges::lower_bound(keys_, key);
  if (at == keys_.end() || *at != key) return std::nullopt;
  return static_cast<configuration>(at - keys_.begin());
}

std::optional<configuration> tuning_space::find(
    const std::map<std::string, axis_value>& values) const {
  std::vector<code> codes;
  for (const auto& axis : parameters_) {
    const auto named = values.find(axis.name);
    if (named == values.end()) return std::nullopt;
    const auto place = std::ranges::find(axis.values, named->second);
    if (place == axis.values.end()) return std::nullopt;
    codes.push_back(static_cast<code>(place - axis.values.begin()));
  }
  return find(codes);
}

std::map<std::string, axis_value> tuning_space::values(configuration index) const {
  std::map<std::string, axis_value> named;
  for (std::size_t axis = 0; axis < dimensions(); ++axis)
    named[parameters_[axis].name] = value(index, axis);
  return named;
}

std::string tuning_space::text(configuration index) const {
  std::string result;
  for (std::size_t axis = 0; axis < dimensions(); ++axis) {
    result += fmt::format("{}{}={}", axis ? " " : "", printable(parameters_[axis].name),
                          printable(retime::to_text(value(index, axis))));
  }
  return result;
}

}  // namespace retime
