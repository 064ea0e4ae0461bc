#pragma once

// cuRAND's functions are for the device alone unless they are told otherwise; templates that the
// host shares call these.
#define QUALIFIERS static __forceinline__ __host__ __device__
#include <curand_kernel.h>

namespace device {

class philox {
 public:
  __host__ __device__ philox(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset) {
    curand_init(seed, subsequence, offset, &state_);
  }
  __host__ __device__ unsigned next() { return curand(&state_); }
  __host__ __device__ uint4 next4() { return curand4(&state_); }

 private:
  curandStatePhilox4_32_10_t state_;
};

class xorwow {
 public:
  __host__ __device__ explicit xorwow(unsigned long long seed) { curand_init(seed, 0, 0, &state_); }
  __host__ __device__ unsigned next() { return curand(&state_); }

 private:
  curandStateXORWOW_t state_;
};

}  // namespace device
