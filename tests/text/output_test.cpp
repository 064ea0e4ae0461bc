#include "harness/text/output.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(OneLine, HoldsNoControlCharacter) {
  EXPECT_EQ(one_line("a\x1b[31mb\nc\xff"), "a\\x1b[31mb\\x0ac\\xff");
  EXPECT_EQ(printable_lines("a\x1b\nb\n"), "a\\x1b\nb\n");
  EXPECT_EQ(one_line("µ ≤ 1"), "µ ≤ 1");
}

TEST(OneLine, KeepsBothEndsOfALongText) {
  const std::string shown = one_line("--filter '" + std::string(100'000, '(') + "': is none");
  EXPECT_LT(shown.size(), 700U);
  EXPECT_TRUE(shown.starts_with("--filter '((") && shown.ends_with("((': is none"));
  std::string wide;
  for (int i = 0; i < 1000; ++i) wide += "≤";
  EXPECT_EQ(one_line(wide).find('\\'), std::string::npos);
}

}  // namespace
}  // namespace retime
