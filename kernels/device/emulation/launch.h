// Launches, on the emulation.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/emulation/types.h"
#include "kernels/device/launch_report.h"

namespace device {

/// What is launched and what the record stores.
struct launch_shape {
  dim3 grid{1}, block{1};
  std::size_t shared_bytes = 0;  ///< dynamic
  /// Blocks may start while the kernel before this one in the stream ends. The kernel must call
  /// wait_for_previous() before it touches what that one writes, or writes what that one reads.
  bool starts_early = false;
};

namespace emulation {
/// Throws device::error if the shape breaks a limit of every CUDA device, or the kernel's limit of
/// shared memory.
void check_shape(const void* kernel, const launch_shape& shape);
void set_max_shared(const void* kernel, std::size_t bytes);
launch_report describe(const char* name, const launch_shape& shape);

template <class... P>
const void* address_of(void (*kernel)(P...)) {
  return reinterpret_cast<const void*>(kernel);
}
}  // namespace emulation

/// kernel<<<shape>>>(arguments...). Throws device::error for a bad shape and device::fault for a
/// mistake in the kernel. The kernel runs before this returns, or when the graph that records the
/// stream is launched.
template <class... P, class... A>
void launch(stream& queue, void (*kernel)(P...), const launch_shape& shape, A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the kernel takes another number of arguments");
  emulation::check_shape(emulation::address_of(kernel), shape);
  struct bound_call {
    void (*kernel)(P...);
    std::tuple<P...> arguments;
  };
  queue.enqueue([bound = bound_call{kernel, {std::forward<A>(arguments)...}}, shape] {
    const auto run_thread = [](const void* erased) {
      const auto& call = *static_cast<const bound_call*>(erased);
      std::apply(call.kernel, call.arguments);
    };
    emulation::run({emulation::address_of(bound.kernel), run_thread, &bound, shape.grid,
                    shape.block, shape.shared_bytes});
  });
}

/// Kernels never overlap here.
inline void let_next_start() {}
inline void wait_for_previous() {}

/// Lets a kernel take up to `bytes` of dynamic shared memory; 48 KiB unless raised.
template <class... P>
void max_shared(void (*kernel)(P...), std::size_t bytes) {
  emulation::set_max_shared(emulation::address_of(kernel), bytes);
}

template <class... P>
launch_report describe(const char* name, void (*)(P...), const launch_shape& shape) {
  return emulation::describe(name, shape);
}

}  // namespace device
