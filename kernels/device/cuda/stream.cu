#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/stream.h"

namespace device {

stream::stream() { cuda::check(cudaStreamCreate(&handle_), "cudaStreamCreate"); }
stream::~stream() { cudaStreamDestroy(handle_); }
void stream::synchronize() { cuda::check(cudaStreamSynchronize(handle_), "cudaStreamSynchronize"); }

event::event() { cuda::check(cudaEventCreate(&handle_), "cudaEventCreate"); }
event::~event() { cudaEventDestroy(handle_); }
void event::record(stream& queue) {
  cuda::check(cudaEventRecord(handle_, queue.handle()), "cudaEventRecord");
}
void event::synchronize() { cuda::check(cudaEventSynchronize(handle_), "cudaEventSynchronize"); }

double elapsed_ns(const event& begin, const event& end) {
  float time_ms = 0;
  cuda::check(cudaEventElapsedTime(&time_ms, begin.handle(), end.handle()), "cudaEventElapsedTime");
  return 1e6 * static_cast<double>(time_ms);
}

}  // namespace device
