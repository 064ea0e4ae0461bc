#include <string>

#include "kernels/device/cuda/check.h"
#include "kernels/device/errors.h"

namespace device::cuda {

void raise(cudaError_t code, const char* call) {
  // Otherwise the next launch would report this error again.
  static_cast<void>(cudaGetLastError());
  throw error(std::string(call) + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) +
              ")");
}

}  // namespace device::cuda
