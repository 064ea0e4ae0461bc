// A stack on which threads of a block run, one after another, until one of them has to wait.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>

namespace device::emulation {

class fiber {
 public:
  /// Stands for the stack of the host thread itself; it runs no kernel.
  fiber() = default;
  /// `index` staggers the stack's top, so that the tops of many stacks do not share cache sets.
  fiber(std::size_t index, std::function<void()> body);
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;
  ~fiber();

  /// Leaves this fiber, which must be the running one, for `target`; returns when something
  /// switches back.
  void switch_to(fiber& target);

 private:
  void arrived(boost::context::fiber&& previous);

  boost::context::fiber rest_;  ///< where it goes on; empty while it runs
  fiber* came_from_ = nullptr;
  std::byte* mapping_ = nullptr;
  const void* stack_bottom_ = nullptr;  ///< for AddressSanitizer, as the next two
  std::size_t stack_bytes_ = 0;
  [[maybe_unused]] void* fake_stack_ = nullptr;
};

}  // namespace device::emulation
