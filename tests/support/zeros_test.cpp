#include "kernels/support/zeros.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace retime {
namespace {

TEST(Zeros, AreZeroWhetherOrNotTheirPagesAreSharedOut) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{5}, (std::size_t{17} << 20) + 3}) {
    std::vector<float>(count, 1.0F);  // leaves ones behind, in memory that may be taken again
    const auto made = zeros<float>(count);
    EXPECT_EQ(made.size(), count);
    EXPECT_TRUE(std::ranges::all_of(made, [](float each) { return each == 0; }));
  }
}

}  // namespace
}  // namespace retime
