// cuRAND's generators, and the choice of one in kernels.
#pragma once

#include "kernels/device/device.h"
#include "kernels/device/random.h"
#include "kernels/replications/generators.h"

namespace replications {

struct curand_xorwow {
  static constexpr auto kind = generator_kind::xorwow;
  static constexpr int words = 2;  ///< the seed

  __host__ __device__ explicit curand_xorwow(const stream_key<words>& key)
      : random_(both(key.data())) {}
  __host__ __device__ word next() { return random_.next(); }

 private:
  device::xorwow random_;
};

struct curand_philox {
  static constexpr auto kind = generator_kind::philox;
  static constexpr int words = 4;  ///< seed, subsequence

  __host__ __device__ explicit curand_philox(const stream_key<words>& key, std::uint64_t drawn = 0)
      : random_(both(key.data()), both(key.data() + 2), drawn) {}
  __host__ __device__ word next() { return random_.next(); }

 private:
  device::philox random_;
};

template <class Use>
auto with_device_generator(generator_kind kind, Use use) {
  return with_generator<curand_xorwow, curand_philox>(kind, use);
}

}  // namespace replications
