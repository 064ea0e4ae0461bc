// Copies to shared memory take place as late as they may: when they are waited for. A thread that
// forgets to wait reads all bits set.
#pragma once

#include <cstddef>

namespace device {
namespace emulation {

void begin_copy(void* to, const void* from, std::size_t bytes);
void commit_copies();
void wait_for_copies(std::size_t pending_groups);

}  // namespace emulation

namespace backend {

template <std::size_t Bytes>
void copy_async(void* to, const void* from) {
  emulation::begin_copy(to, from, Bytes);
}

inline void commit_copies() { emulation::commit_copies(); }

template <unsigned Pending>
void wait_for_copies() {
  emulation::wait_for_copies(Pending);
}

}  // namespace backend
}  // namespace device
