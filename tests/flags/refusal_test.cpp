#include "harness/flags/refusal.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(Nearest, IsASlipOrTwoAway) {
  const std::vector<std::string> words{"list", "run", "verify", "--filter", "--out"};
  EXPECT_EQ(nearest("rnu", words), "run");
  EXPECT_EQ(nearest("lst", words), "list");
  EXPECT_EQ(nearest("--fliter", words), "--filter");
  EXPECT_EQ(nearest("--putt", words), "--out");
  for (const char* far : {"", "x", "ab", "compare", "--nosuch"}) EXPECT_EQ(nearest(far, words), "");
  EXPECT_EQ(nearest(std::string(100'000, 'r'), words), "");
}

}  // namespace
}  // namespace retime
