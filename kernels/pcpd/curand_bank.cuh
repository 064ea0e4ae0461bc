// The bank of cuRAND's generator; its words are those of bank<philox<10>, Words>.
#pragma once

#include "kernels/device/device.h"
#include "kernels/device/random.h"
#include "kernels/pcpd/bank.h"

namespace pcpd {

/// Stands for cuRAND's Philox where a generator is named.
struct curand_philox {
  static constexpr auto kind = generator_kind::philox;
  static constexpr int words = philox<10>::words;
};

template <int Words>
class bank<curand_philox, Words> {
 public:
  __device__ bank() : random_(0, 0, 0) {}

  __device__ void load(device::span<const word> states, std::size_t streams, std::size_t first) {
    for (int i = 0; i < curand_philox::words; ++i) state_[i] = states[i * streams + first];
    const auto both = [&](int i) { return state_[i] | std::uint64_t{state_[i + 1]} << 32; };
    random_ = device::philox(both(0), both(2), both(4));
  }
  __device__ void store(device::span<word> states, std::size_t streams, std::size_t first) const {
    for (int i = 0; i < curand_philox::words; ++i) states[i * streams + first] = state_[i];
  }

  __device__ void draw(word (&random)[Words]) {
    if constexpr (Words == 4) {
      const uint4 four = random_.next4();
      random[0] = four.x, random[1] = four.y, random[2] = four.z, random[3] = four.w;
    } else {
      for (int k = 0; k < Words; ++k) random[k] = random_.next();
    }
    philox<10>::advance(state_, Words);
  }
  __device__ word draw_one() {
    word random[Words];
    draw(random);
    return random[0];
  }

 private:
  word state_[curand_philox::words];
  device::philox random_;
};

}  // namespace pcpd
