// A write that may harm another thread's, unless it writes what is there already: which shows only
// once it is done.
#pragma once

#include <cstddef>
#include <string>

namespace device::emulation {

/// The running thread is about to write there; if that changes anything, it is the mistake
/// "WHAT PLACE, and then writes it WHY".
void suspect(const void* address, std::size_t bytes, const std::string& mistake);
/// The write is done. Throws device::fault if it changed anything.
void settle_suspicion();

}  // namespace device::emulation
