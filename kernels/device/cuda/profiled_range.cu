#include <cuda_profiler_api.h>

#include "kernels/device/profiled_range.h"
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define RETIME_NVTX
#endif

#include "kernels/device/cuda/check.h"

namespace device {

// The range lies within what is profiled: nsys drops one that it did not see begin.
profiled_range::profiled_range([[maybe_unused]] const std::string& name) {
  cuda::check(cudaProfilerStart(), "cudaProfilerStart");
#if defined(RETIME_NVTX)
  nvtxRangePushA(name.c_str());
#endif
}

profiled_range::~profiled_range() {
#if defined(RETIME_NVTX)
  nvtxRangePop();
#endif
  cudaProfilerStop();
}

}  // namespace device
