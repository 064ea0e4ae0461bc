#include "harness/text/markdown.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(Markdown, ACodeSpanIsNotLeft) {
  EXPECT_EQ(markdown_code("a/b_c=1"), "`a/b_c=1`");
  EXPECT_EQ(markdown_code("a`b``c"), "``` a`b``c ```");
  EXPECT_EQ(markdown_code("a|b\n# x"), "`a\\|b\\x0a# x`");
  EXPECT_EQ(markdown_code(""), "`  `");
}

TEST(Markdown, TextIsNoLinkNoHtmlAndNoCell) {
  EXPECT_EQ(markdown_text("a|<img src=x>[y](z)\x1b"), "a\\|\\<img src=x\\>\\[y\\](z)\\\\x1b");
}

}  // namespace
}  // namespace retime
