#include "kernels/device/emulation/shared.h"

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/fault.h"

namespace device::emulation {
namespace {

struct free_aligned {
  void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{256}); }
};
using storage = std::unique_ptr<std::byte[], free_aligned>;

storage allocate(std::size_t bytes) {
  return storage(new (std::align_val_t{256}) std::byte[bytes]);
}

thread_local std::vector<storage> static_storage;
thread_local storage dynamic_storage;
thread_local std::size_t dynamic_bytes = 0;

}  // namespace

std::byte* shared_storage(std::size_t bytes) {
  static_storage.push_back(allocate(bytes));
  return static_storage.back().get();
}

void poison_dynamic_shared(std::size_t bytes) {
  if (bytes == 0) return;
  if (bytes > dynamic_bytes) {
    dynamic_storage = allocate(bytes);
    dynamic_bytes = bytes;
  }
  std::memset(dynamic_storage.get(), 0xff, bytes);
}

std::byte* dynamic_shared_storage(std::size_t first_byte, std::size_t bytes,
                                  std::size_t alignment) {
  const std::size_t launched = current_call->shared_bytes;
  if (first_byte > launched || bytes > launched - first_byte)
    raise("dynamic shared memory of " + std::to_string(bytes) + " bytes at byte " +
          std::to_string(first_byte) + " exceeds the launch's " + std::to_string(launched));
  if (first_byte % alignment != 0)
    raise("dynamic shared memory at byte " + std::to_string(first_byte) +
          " is misaligned: its type needs a multiple of " + std::to_string(alignment));
  return dynamic_storage.get() + first_byte;
}

void uninitialised_fault(std::size_t index) {
  raise("reads element " + std::to_string(index) +
        " of a shared array that no thread of the block has written");
}

void shared_index_fault(const std::size_t* index, const std::size_t* extent, std::size_t rank) {
  const auto list = [rank](const std::size_t* values) {
    std::string all;
    for (std::size_t d = 0; d < rank; ++d)
      all += (d == 0 ? "" : ", ") + std::to_string(static_cast<std::ptrdiff_t>(values[d]));
    return all;
  };
  raise("index (" + list(index) + ") is out of bounds of a shared array of (" + list(extent) + ")");
}

}  // namespace device::emulation
