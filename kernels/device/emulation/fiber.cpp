#include "kernels/device/emulation/fiber.h"

#include <sys/mman.h>

#include <new>
#include <utility>

#include "kernels/device/emulation/host_memory.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace device::emulation {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t mapping_bytes = 512 << 10;  // instrumented frames are several times larger
#else
constexpr std::size_t mapping_bytes = 128 << 10;
#endif
// Boost.Context aligns the first frame to 256 bytes: tops 256 bytes apart spread over 16 sets of
// the L1 cache.
constexpr std::size_t stagger_bytes = 256;

std::byte* map_stack() {
  void* memory = mmap(nullptr, mapping_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // The guard page may fail: with very many host threads the kernel runs out of mappings. It is no
  // loss then but that a kernel's overflow of its stack is not noticed at once.
  static_cast<void>(mprotect(memory, page_bytes, PROT_NONE));
  return static_cast<std::byte*>(memory);
}

/// Boost.Context asks for an allocator; ours owns nothing, because ~fiber() unmaps.
struct borrowed_stack {
  void deallocate(boost::context::stack_context&) noexcept {}
};

}  // namespace

fiber::fiber(std::size_t index, std::function<void()> body) : mapping_(map_stack()) {
  const std::size_t top = mapping_bytes - stagger_bytes * (index % 64);
  stack_bottom_ = mapping_ + page_bytes;
  stack_bytes_ = top - page_bytes;
  boost::context::stack_context context;
  context.sp = mapping_ + top;
  context.size = stack_bytes_;
  rest_ = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(context.sp, context.size, context),
      borrowed_stack{},
      [this, body = std::move(body)](boost::context::fiber&& previous) -> boost::context::fiber {
        arrived(std::move(previous));
        body();
        // The body has ended for good: go back to whoever switched here last.
        came_from_->came_from_ = this;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(nullptr, came_from_->stack_bottom_,
                                       came_from_->stack_bytes_);
#endif
        return std::exchange(came_from_->rest_, boost::context::fiber());
      });
}

fiber::~fiber() {
  if (mapping_ == nullptr) return;
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(mapping_, mapping_bytes);
#endif
  munmap(mapping_, mapping_bytes);
}

void fiber::switch_to(fiber& target) {
  target.came_from_ = this;
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&fake_stack_, target.stack_bottom_, target.stack_bytes_);
#endif
  arrived(std::move(target.rest_).resume());
}

void fiber::arrived(boost::context::fiber&& previous) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack_, &came_from_->stack_bottom_,
                                  &came_from_->stack_bytes_);
#endif
  came_from_->rest_ = std::move(previous);
}

}  // namespace device::emulation
