#include "harness/tune/model/features.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace retime::tune {
namespace {

constexpr std::size_t most_pairs = 48;
constexpr std::size_t most_pair_values = 65536;

double number(const axis_value& v) {
  const auto* whole = std::get_if<std::int64_t>(&v);
  return whole ? static_cast<double>(*whole) : std::get<double>(v);
}

/// Each value's rank among the distinct ones, squeezed into 0..255.
std::vector<std::uint8_t> ranks(const std::vector<double>& values) {
  auto distinct = values;
  std::ranges::sort(distinct);
  // Products that are equal but for rounding are one value.
  const auto same = [](double a, double b) { return std::abs(a - b) < 1e-9; };
  distinct.erase(std::unique(distinct.begin(), distinct.end(), same), distinct.end());
  const auto last = distinct.size() - 1;
  std::vector<std::uint8_t> result;
  result.reserve(values.size());
  for (const double v : values) {
    const auto place = std::ranges::lower_bound(distinct, v - 1e-9) - distinct.begin();
    const auto rank = static_cast<std::size_t>(place);
    result.push_back(static_cast<std::uint8_t>(last > 255 ? rank * 255 / last : rank));
  }
  return result;
}

bool positive(const parameter& along) {
  return std::ranges::all_of(along.values, [](const auto& v) { return number(v) > 0; });
}

}  // namespace

features::features(const tuning_space& over) : space_(over) {
  std::vector<std::size_t> factors;
  for (std::size_t axis = 0; axis < over.dimensions(); ++axis) {
    const auto& along = over.parameters()[axis];
    if (along.values.size() < 2) continue;
    if (along.ordered()) {
      add_numbers(axis);
      if (along.values.size() > 2 && positive(along)) factors.push_back(axis);
    } else {
      add_words(axis);
    }
  }
  add_pairs(factors);
}

void features::add_words(std::size_t axis) {
  const auto n = space_.parameters()[axis].values.size();
  for (std::size_t k = 0; k < n; ++k) {
    column flag{axis, std::vector<std::uint8_t>(n, 0)};
    flag.by_code[k] = 1;
    single_.push_back(std::move(flag));
  }
}

void features::add_numbers(std::size_t axis) {
  const auto& values = space_.parameters()[axis].values;
  std::vector<double> by_value;
  std::vector<double> powers;
  by_value.reserve(values.size());
  for (const auto& v : values) {
    by_value.push_back(number(v));
    const auto* whole = std::get_if<std::int64_t>(&v);
    if (whole && *whole > 0) powers.push_back(std::countr_zero(static_cast<std::uint64_t>(*whole)));
  }
  single_.push_back({axis, ranks(by_value)});
  // Where all are powers of two, or where values are few, this says nothing new.
  if (powers.size() < values.size() || values.size() < 4) return;
  auto rank = ranks(powers);
  if (rank != single_.back().by_code) single_.push_back({axis, std::move(rank)});
}

void features::add_pairs(const std::vector<std::size_t>& axes) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t b = a + 1; b < axes.size(); ++b) all.emplace_back(axes[a], axes[b]);
  }
  // Where there are too many, some from every parameter.
  const auto step = all.size() / most_pairs + 1;
  for (std::size_t k = 0; k < all.size(); k += step) {
    const auto [a, b] = all[k];
    const auto &x = space_.parameters()[a].values, &y = space_.parameters()[b].values;
    if (x.size() * y.size() > most_pair_values) continue;
    std::vector<double> products;
    products.reserve(x.size() * y.size());
    for (const auto& v : x) {
      for (const auto& w : y) products.push_back(std::log2(number(v)) + std::log2(number(w)));
    }
    pairs_.push_back({a, b, ranks(products)});
  }
}

void features::write(configuration index, std::uint8_t* to) const {
  const auto codes = space_.codes(index);
  for (const auto& each : single_) *to++ = each.by_code[codes[each.axis]];
  for (const auto& each : pairs_) {
    const auto width = space_.parameters()[each.second].values.size();
    *to++ = each.by_codes[codes[each.first] * width + codes[each.second]];
  }
}

}  // namespace retime::tune
