// The emulated device has as much memory as it is given.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/device/device.h"
#include "kernels/device/emulation/host_memory.h"

namespace {

class MemoryLimit : public testing::Test {
 protected:
  MemoryLimit() { device::emulation::limit_memory(4096); }
  ~MemoryLimit() override { device::emulation::limit_memory(SIZE_MAX); }
};

TEST_F(MemoryLimit, HoldsForAllBuffersTogether) {
  const device::buffer<char> half(2048);
  {
    const device::buffer<char> other_half(2048);
    EXPECT_THROW(device::buffer<char>(1), device::out_of_memory);
  }
  try {
    const device::buffer<char> larger(2049);
    FAIL() << "it was given more than there is";
  } catch (const device::out_of_memory& why) {
    EXPECT_EQ(why.needed_bytes, 2049U);
    EXPECT_EQ(why.free_bytes, 2048U);
  }
  EXPECT_EQ(device::current().memory_total_bytes, 4096U);
  EXPECT_EQ(device::current().memory_free_bytes, 2048U);
}

TEST_F(MemoryLimit, LeavesPinnedMemoryAlone) {
  const device::pinned<char> host(100000);
  const device::buffer<char> all(4096);
  EXPECT_EQ(all.size(), 4096U);
}

TEST_F(MemoryLimit, BelowWhatIsTakenLeavesNothing) {
  const device::buffer<char> all(4096);
  device::emulation::limit_memory(10);
  EXPECT_EQ(device::current().memory_free_bytes, 0U);
  EXPECT_THROW(device::buffer<char>(1), device::out_of_memory);
}

TEST_F(MemoryLimit, IsLifted) {
  device::emulation::limit_memory(SIZE_MAX);
  const device::buffer<char> large(100000);
  EXPECT_GT(device::current().memory_total_bytes, 100000U);
}

}  // namespace
