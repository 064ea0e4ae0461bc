// A rectangle of bits, row by row: one bit a site keeps a window of 19001 x 19001 sites at 45 MB.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace carpet {

class bitmap {
 public:
  bitmap() = default;
  bitmap(std::int64_t width, std::int64_t height)
      : width_(width), height_(height), stride_((width + 63) / 64), words_(stride_ * height) {}

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }

  bool operator()(std::int64_t column, std::int64_t row) const {
    return words_[row * stride_ + column / 64] >> (column % 64) & 1;
  }
  /// Two threads may set bits of different rows at once, never of the same row.
  void set(std::int64_t column, std::int64_t row) {
    words_[row * stride_ + column / 64] |= std::uint64_t{1} << (column % 64);
  }

  /// Calls visit(column) for every set bit of a row with first <= column <= last, from left to
  /// right.
  template <class Visit>
  void for_each_set(std::int64_t row, std::int64_t first, std::int64_t last, Visit visit) const {
    for (std::int64_t word = first / 64; word <= last / 64; ++word) {
      for (std::uint64_t bits = bits_of(row, word, first, last); bits != 0; bits &= bits - 1)
        visit(word * 64 + std::countr_zero(bits));
    }
  }

  /// Set bits of a row with first <= column <= last.
  std::int64_t count(std::int64_t row, std::int64_t first, std::int64_t last) const {
    std::int64_t total = 0;
    for (std::int64_t word = first / 64; word <= last / 64; ++word)
      total += std::popcount(bits_of(row, word, first, last));
    return total;
  }

 private:
  /// The word's bits with first <= column <= last.
  std::uint64_t bits_of(std::int64_t row, std::int64_t word, std::int64_t first,
                        std::int64_t last) const {
    std::uint64_t bits = words_[row * stride_ + word];
    if (word == first / 64) bits &= ~std::uint64_t{0} << (first % 64);
    if (word == last / 64) bits &= ~std::uint64_t{0} >> (63 - last % 64);
    return bits;
  }

  std::int64_t width_ = 0, height_ = 0, stride_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace carpet
