#include "kernels/replications/skip.h"

#include <array>

namespace replications {
namespace {

using matrix = std::array<word, 32>;  // of bits, by columns
using skip = std::array<matrix, taus88::words>;

constexpr word times(const matrix& a, word v) {
  word product = 0;
  for (int column = 0; column < 32; ++column)
    if (v >> column & 1) product ^= a[column];
  return product;
}

skip times(const skip& a, const skip& b) {
  skip product;
  for (int number = 0; number < taus88::words; ++number)
    for (int column = 0; column < 32; ++column)
      product[number][column] = times(a[number], b[number][column]);
  return product;
}

skip no_skip() {
  skip none;
  for (auto& number : none)
    for (int column = 0; column < 32; ++column) number[column] = word{1} << column;
  return none;
}

skip one_step() {
  skip step = no_skip();
  for (int column = 0; column < 32; ++column) {
    word moved[taus88::words]{step[0][column], step[1][column], step[2][column]};
    taus88::step(moved);
    for (int number = 0; number < taus88::words; ++number) step[number][column] = moved[number];
  }
  return step;
}

skip power(skip base, std::uint64_t exponent) {
  skip result = no_skip();
  for (; exponent != 0; exponent >>= 1, base = times(base, base))
    if (exponent & 1) result = times(base, result);
  return result;
}

/// The skips over 0, 1, ..., count-1 times a distance.
std::vector<skip> multiples(int count, std::uint64_t distance) {
  const skip once = power(one_step(), distance);
  std::vector<skip> made{no_skip()};
  while (made.size() < static_cast<std::size_t>(count)) made.push_back(times(once, made.back()));
  return made;
}

void append_rows(std::vector<word>& table, const matrix& by_columns) {
  for (int row = 0; row < 32; ++row) {
    word bits = 0;
    for (int column = 0; column < 32; ++column) bits |= (by_columns[column] >> row & 1) << column;
    table.push_back(bits);
  }
}

std::vector<word> taus88_skips(const stream_parts& parts) {
  std::vector<word> table;
  const auto lanes = multiples(32, parts.words);
  for (int number = 0; number < taus88::words; ++number)
    for (int column = 0; column < 32; ++column)
      for (const skip& lane : lanes) table.push_back(lane[number][column]);
  for (const skip& warp : multiples((parts.threads + 31) / 32, 32 * parts.words))
    for (const matrix& number : warp) append_rows(table, number);
  for (const skip& block : multiples(parts.blocks, parts.threads * parts.words))
    for (const matrix& number : block) append_rows(table, number);
  return table;
}

std::vector<word> mwc64x_skips(const stream_parts& parts) {
  std::vector<word> table;
  const auto add = [&](int count, std::uint64_t distance) {
    for (int i = 0; i < count; ++i) {
      const std::uint64_t factor = retime::mwc64x::skip_factor(i * distance);
      table.push_back(static_cast<word>(factor));
      table.push_back(static_cast<word>(factor >> 32));
    }
  };
  add(parts.threads, parts.words);
  add(parts.blocks, parts.threads * parts.words);
  return table;
}

}  // namespace

std::vector<word> skip_table(generator_kind kind, const stream_parts& parts) {
  if (kind == generator_kind::taus88) return taus88_skips(parts);
  if (kind == generator_kind::mwc64x) return mwc64x_skips(parts);
  return {};
}

}  // namespace replications
