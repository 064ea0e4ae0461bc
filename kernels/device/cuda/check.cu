#include <string>

#include "kernels/device/cuda/check.h"
#include "kernels/device/errors.h"

namespace device::cuda {
namespace {

bool says_no_code(cudaError_t code) {
  switch (code) {
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
    case cudaErrorSymbolNotFound:
      return true;
    default:
      return false;
  }
}

}  // namespace

void raise(cudaError_t code, const char* call) {
  // Otherwise the next launch would report this error again.
  static_cast<void>(cudaGetLastError());
  const std::string message =
      std::string(call) + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ")";
  if (says_no_code(code)) throw not_compiled(message);
  throw error(message);
}

void check_allocation(cudaError_t code, const char* call, std::size_t bytes) {
  if (code != cudaErrorMemoryAllocation) return check(code, call);
  static_cast<void>(cudaGetLastError());
  std::size_t free_bytes = 0, total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
  throw out_of_memory(bytes, free_bytes);
}

}  // namespace device::cuda
