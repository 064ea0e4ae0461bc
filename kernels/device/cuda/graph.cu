#include <memory>

#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"

namespace device::backend {

struct graph_state {
  ~graph_state() {
    if (executable != nullptr) cudaGraphExecDestroy(executable);
  }
  cudaGraphExec_t executable = nullptr;
  std::size_t nodes = 0;
};

void begin_capture(stream_state& queue) {
  cuda::check(cudaStreamBeginCapture(cuda::native(queue), cudaStreamCaptureModeThreadLocal),
              "cudaStreamBeginCapture");
}

graph_state* end_capture(stream_state& queue) {
  cudaGraph_t captured = nullptr;
  cuda::check(cudaStreamEndCapture(cuda::native(queue), &captured), "cudaStreamEndCapture");
  auto recorded = std::make_unique<graph_state>();
  const cudaError_t counted = cudaGraphGetNodes(captured, nullptr, &recorded->nodes);
  const cudaError_t instantiated = cudaGraphInstantiate(&recorded->executable, captured, 0);
  cudaGraphDestroy(captured);
  cuda::check(counted, "cudaGraphGetNodes");
  cuda::check(instantiated, "cudaGraphInstantiate");
  return recorded.release();
}

void abandon_capture(stream_state& queue) noexcept {
  cudaGraph_t abandoned = nullptr;
  cudaStreamEndCapture(cuda::native(queue), &abandoned);
  if (abandoned != nullptr) cudaGraphDestroy(abandoned);
  static_cast<void>(cudaGetLastError());
}

void release_graph(graph_state* recorded) noexcept { delete recorded; }

std::size_t nodes(const graph_state& recorded) { return recorded.nodes; }

void launch(graph_state& recorded, stream_state& queue) {
  cuda::check(cudaGraphLaunch(recorded.executable, cuda::native(queue)), "cudaGraphLaunch");
}

bool is_recorded(stream_state& queue) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cuda::check(cudaStreamIsCapturing(cuda::native(queue), &status), "cudaStreamIsCapturing");
  return status != cudaStreamCaptureStatusNone;
}

}  // namespace device::backend
