#include "harness/flags/refusal.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(Nearest, IsASlipOrTwoAway) {
  const std::vector<std::string> known{"list", "run", "verify", "--filter", "--out"};
  EXPECT_EQ(nearest("rnu", known), "run");
  EXPECT_EQ(nearest("lst", known), "list");
  EXPECT_EQ(nearest("--fliter", known), "--filter");
  EXPECT_EQ(nearest("--putt", known), "--out");
  for (const char* far : {"", "x", "ab", "compare", "--nosuch"}) EXPECT_EQ(nearest(far, known), "");
  EXPECT_EQ(nearest(std::string(100'000, 'r'), known), "");
}

}  // namespace
}  // namespace retime
