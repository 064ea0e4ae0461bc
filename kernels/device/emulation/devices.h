// Several emulated devices, each with a part of the heap, so that who takes one for another is
// noticed.
#pragma once

#include <cstddef>
#include <string>

namespace device::backend {
struct stream_state;
}

namespace device::emulation {

inline constexpr int device_count = 8;

[[gnu::tls_model("initial-exec")]] inline constinit thread_local int current_device = 0;

/// Throws device::error unless the current device is the stream's, as CUDA does.
void require_current(const backend::stream_state&, const char* what);
/// Throws device::error unless the memory, if it is a device's, is that of this device.
void require_memory_of(int device, const void* memory, const char* what);

/// Whether all that `earlier` was given so far comes before what `later` is given next, by the
/// events that it waits for.
bool comes_after(const backend::stream_state& later, const backend::stream_state& earlier);

}  // namespace device::emulation
