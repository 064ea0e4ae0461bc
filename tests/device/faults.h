// What a mistake in a kernel is said to be.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/device/device.h"
#include "kernels/device/emulation/compiler_hooks.h"

namespace tests {

/// What the fault says; empty if there is none.
template <class Work>
std::string fault_of(Work&& work) {
  try {
    work();
  } catch (const device::fault& mistake) {
    return mistake.what();
  }
  return "";
}

template <class... P, class... A>
std::string fault_in(void (*kernel)(P...), const device::launch_shape& shape, A... arguments) {
  device::stream queue;
  return fault_of([&] { device::launch(queue, kernel, shape, arguments...); });
}

/// Tests of what is found because the compiler announces accesses.
class AnnouncedAccesses : public testing::Test {
 protected:
  void SetUp() override {
    if (!device::emulation::accesses_are_announced)
      GTEST_SKIP() << "this build does not see the accesses of kernels";
  }
};

}  // namespace tests

#define EXPECT_SAYS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)
