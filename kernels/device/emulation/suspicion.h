// A write that may harm another thread's, unless it writes what is there already: which shows only
// once it is done.
#pragma once

#include <cstddef>
#include <string>

#include "kernels/device/emulation/running_thread.h"

namespace device::emulation {

/// The running thread is about to write there; if that changes anything, it is the mistake
/// "WHAT PLACE, and then writes it WHY".
void suspect(const void* address, std::size_t bytes, const std::string& mistake);
void look_at_suspected_write();

/// Whatever write was suspected is done. Throws device::fault if it changed anything.
inline void settle_suspicion() {
  if ((running.mode & running_thread::has_suspicion) != 0) [[unlikely]]
    look_at_suspected_write();
}

}  // namespace device::emulation
