#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/graph.h"

namespace device {

graph::capturing::capturing(stream& queue) : queue_(&queue) {
  cuda::check(cudaStreamBeginCapture(queue.handle(), cudaStreamCaptureModeThreadLocal),
              "cudaStreamBeginCapture");
}

graph::capturing::~capturing() {
  if (queue_ == nullptr) return;
  cudaGraph_t abandoned = nullptr;
  cudaStreamEndCapture(queue_->handle(), &abandoned);
  if (abandoned != nullptr) cudaGraphDestroy(abandoned);
  static_cast<void>(cudaGetLastError());
}

graph graph::capturing::end() {
  cudaGraph_t captured = nullptr;
  cuda::check(cudaStreamEndCapture(std::exchange(queue_, nullptr)->handle(), &captured),
              "cudaStreamEndCapture");
  graph made;
  const cudaError_t counted = cudaGraphGetNodes(captured, nullptr, &made.nodes_);
  const cudaError_t instantiated = cudaGraphInstantiate(&made.executable_, captured, 0);
  cudaGraphDestroy(captured);
  cuda::check(counted, "cudaGraphGetNodes");
  cuda::check(instantiated, "cudaGraphInstantiate");
  return made;
}

graph::~graph() {
  if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
}

void graph::launch(stream& queue) {
  cuda::check(cudaGraphLaunch(executable_, queue.handle()), "cudaGraphLaunch");
}

}  // namespace device
