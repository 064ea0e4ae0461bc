#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"

namespace device::backend {
namespace {

cudaEvent_t native(const event_state& mark) {
  return reinterpret_cast<cudaEvent_t>(const_cast<event_state*>(&mark));
}

}  // namespace

stream_state* make_stream() {
  cudaStream_t queue = nullptr;
  cuda::check(cudaStreamCreate(&queue), "cudaStreamCreate");
  return reinterpret_cast<stream_state*>(queue);
}

void release_stream(stream_state* queue) noexcept {
  if (queue != nullptr) cudaStreamDestroy(cuda::native(*queue));
}

void synchronize(stream_state& queue) {
  cuda::check(cudaStreamSynchronize(cuda::native(queue)), "cudaStreamSynchronize");
}

event_state* make_event() {
  cudaEvent_t mark = nullptr;
  cuda::check(cudaEventCreate(&mark), "cudaEventCreate");
  return reinterpret_cast<event_state*>(mark);
}

void release_event(event_state* mark) noexcept {
  if (mark != nullptr) cudaEventDestroy(native(*mark));
}

void record(event_state& mark, stream_state& queue) {
  cuda::check(cudaEventRecord(native(mark), cuda::native(queue)), "cudaEventRecord");
}

void synchronize(event_state& mark) {
  cuda::check(cudaEventSynchronize(native(mark)), "cudaEventSynchronize");
}

void wait(stream_state& queue, const event_state& mark) {
  cuda::check(cudaStreamWaitEvent(cuda::native(queue), native(mark), 0), "cudaStreamWaitEvent");
}

double elapsed_ns(const event_state& begin, const event_state& end) {
  float time_ms = 0;
  cuda::check(cudaEventElapsedTime(&time_ms, native(begin), native(end)), "cudaEventElapsedTime");
  return 1e6 * static_cast<double>(time_ms);
}

}  // namespace device::backend
