// A launch as a call of the kernel for every thread.
#pragma once

#include <tuple>
#include <utility>

#include "kernels/device/backend.h"
#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/launch_shape.h"
#include "kernels/device/limits.h"

namespace device::backend {

template <class... P, class... A>
void launch(stream_state& queue, void (*kernel)(P...), const launch_shape& shape,
            A&&... arguments) {
  if (shape.resident)
    check_resident({shape.grid.x, shape.grid.y, shape.grid.z}, most_resident(nullptr, shape));
  emulation::require_current(queue, "a launch");
  struct bound_call {
    void (*kernel)(P...);
    std::tuple<P...> arguments;
  };
  queue.enqueue(
      [bound = bound_call{kernel, {std::forward<A>(arguments)...}}, shape, device = queue.device] {
        const auto run_thread = [](const void* erased) {
          const auto& call = *static_cast<const bound_call*>(erased);
          std::apply(call.kernel, call.arguments);
        };
        emulation::run({reinterpret_cast<const void*>(bound.kernel), run_thread, &bound, shape.grid,
                        shape.block, shape.shared_bytes, shape.resident, device});
      });
}

}  // namespace device::backend
