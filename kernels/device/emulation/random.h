// A small generator for the shuffled orders (splitmix64): a sequence for every seed, cheap to start
// anew.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace device::emulation {

class random {
 public:
  explicit random(std::uint64_t seed = 0) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In [0, bound); the bias of the remainder is of no matter here.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace device::emulation
