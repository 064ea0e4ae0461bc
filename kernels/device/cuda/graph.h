// A CUDA graph captured from a stream.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "kernels/device/cuda/stream.h"

namespace device {

class graph {
 public:
  /// What `work()` puts into the stream, recorded and not run. Allocate nothing and copy nothing to
  /// or from the host in there.
  template <class Work>
  static graph capture(stream& queue, Work&& work) {
    capturing recording(queue);
    std::forward<Work>(work)();
    return recording.end();
  }
  graph(graph&& other) noexcept
      : executable_(std::exchange(other.executable_, nullptr)), nodes_(other.nodes_) {}
  graph& operator=(graph&& other) noexcept {
    std::swap(executable_, other.executable_);
    std::swap(nodes_, other.nodes_);
    return *this;
  }
  ~graph();

  void launch(stream& queue);
  std::size_t nodes() const { return nodes_; }

 private:
  /// Ends the capture even when the work throws; a stream left capturing could not be used again.
  class capturing {
   public:
    explicit capturing(stream& queue);
    capturing(const capturing&) = delete;
    ~capturing();
    graph end();

   private:
    stream* queue_;
  };

  graph() = default;
  cudaGraphExec_t executable_ = nullptr;
  std::size_t nodes_ = 0;
};

}  // namespace device
