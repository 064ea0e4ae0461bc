// Holds the emulation to the values to which retime-device-check holds a GPU.
#include "tests/device_check/check.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>

#include "kernels/device/emulation/shuffle.h"

namespace {

class device_checks : public testing::TestWithParam<device_check::entry> {};

TEST_P(device_checks, agree_with_the_table) {
  device_check::report found;
  GetParam().run(found);
  EXPECT_GT(found.compared(), 0U);
  for (const auto& line : found.mismatches()) ADD_FAILURE() << line;
}

/// What the checks expect holds in any order of blocks and threads.
TEST_P(device_checks, agree_with_the_table_in_any_order) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    device_check::report found;
    device::emulation::shuffle(seed, seed == 1 ? 0 : 3);
    GetParam().run(found);
    device::emulation::unshuffle();
    for (const auto& line : found.mismatches()) ADD_FAILURE() << "seed " << seed << ": " << line;
  }
}

INSTANTIATE_TEST_SUITE_P(emulation, device_checks, testing::ValuesIn(device_check::all()),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

}  // namespace
