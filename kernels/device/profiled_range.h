// What a profiler that waits to be told is to see: `ncu --profile-from-start off`,
// `nsys profile -c cudaProfilerApi`.
#pragma once

#include <string>

namespace device {

/// While it lives, such a profiler looks at this process, and sees a range of that name, which NVTX
/// opens on this host thread; without one of the two nothing happens. One at a time. Work that was
/// given to a stream counts where it ends before this does. Without NVTX's header
/// (nvtx3/nvToolsExt.h) at the time of the build there is no range. Throws device::error if the
/// device refuses.
class profiled_range {
 public:
  explicit profiled_range(const std::string& name);
  profiled_range(const profiled_range&) = delete;
  profiled_range& operator=(const profiled_range&) = delete;
  ~profiled_range();
};

}  // namespace device
