#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"

namespace device::backend {

int current_device() {
  int index = 0;
  cuda::check(cudaGetDevice(&index), "cudaGetDevice");
  return index;
}

void make_current(int index) { cuda::check(cudaSetDevice(index), "cudaSetDevice"); }
void return_to(int index) noexcept { cudaSetDevice(index); }

}  // namespace device::backend
