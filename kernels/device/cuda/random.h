#pragma once

#include <curand_kernel.h>

namespace device {

class philox {
 public:
  __device__ philox(unsigned long long seed, unsigned long long subsequence,
                    unsigned long long offset) {
    curand_init(seed, subsequence, offset, &state_);
  }
  __device__ unsigned next() { return curand(&state_); }
  __device__ uint4 next4() { return curand4(&state_); }

 private:
  curandStatePhilox4_32_10_t state_;
};

class xorwow {
 public:
  __device__ explicit xorwow(unsigned long long seed) { curand_init(seed, 0, 0, &state_); }
  __device__ unsigned next() { return curand(&state_); }

 private:
  curandStateXORWOW_t state_;
};

}  // namespace device
