// Holds the emulation to the values to which retime-device-check holds a GPU.
#include "tests/device_check/check.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>

#include "kernels/device/emulation/shuffle.h"

namespace {

class DeviceCheck : public testing::TestWithParam<device_check::entry> {};

TEST_P(DeviceCheck, AgreeWithTheTable) {
  device_check::report results;
  GetParam().run(results);
  EXPECT_GT(results.compared(), 0U);
  for (const auto& line : results.mismatches()) ADD_FAILURE() << line;
}

/// What the checks expect holds in any order of blocks and threads.
TEST_P(DeviceCheck, AgreeWithTheTableInAnyOrder) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    device_check::report results;
    device::emulation::shuffle(seed, seed == 1 ? 0 : 3);
    GetParam().run(results);
    device::emulation::unshuffle();
    for (const auto& line : results.mismatches()) ADD_FAILURE() << "seed " << seed << ": " << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Emulation, DeviceCheck, testing::ValuesIn(device_check::all()),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

}  // namespace
