#include "harness/text/text_table.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

using side = text_column::side;

text_table times() {
  text_table table({{"variant"},
                    {"median", side::right},
                    {"configuration", side::left, text_column::fit::below}});
  table.add_heading("n=4");
  table.add_row({"dense", "1.5 ms", "block=256 unroll=4"});
  table.add_row({{"fast", tone::good}, "20 us", ""});
  return table;
}

TEST(TextTable, AlignsColumnsUnderTheirHeadings) {
  EXPECT_EQ(times().for_terminal({}),
            "n=4\n"
            "variant  median  configuration\n"
            "dense    1.5 ms  block=256 unroll=4\n"
            "fast      20 us\n");
}

TEST(TextTable, PutsAColumnBelowWhereLinesWouldBeTooWide) {
  EXPECT_EQ(times().for_terminal({.width = 20}),
            "n=4\n"
            "variant  median\n"
            "dense    1.5 ms\n"
            "    block=256\n"
            "    unroll=4\n"
            "fast      20 us\n");
}

TEST(TextTable, BreaksTheLastColumnUnderItself) {
  text_table table({{"axis"}, {"what it says", side::left, text_column::fit::broken}});
  table.add_row({"steps", "how many steps the walker takes from the start"});
  EXPECT_EQ(table.for_terminal({.width = 34}),
            "axis   what it says\n"
            "steps  how many steps the walker\n"
            "       takes from the start\n");
}

TEST(TextTable, ColoursNeitherMoveColumnsNorStandInFiles) {
  const auto coloured = times().for_terminal({.colours = true});
  EXPECT_NE(coloured.find("\033[32mfast\033[0m      20 us"), std::string::npos) << coloured;
  EXPECT_EQ(times().markdown().find('\033'), std::string::npos);
}

TEST(TextTable, ShowsControlCharactersInsteadOfSendingThem) {
  text_table table({{"name"}});
  table.add_row({"a\033[2Jb"});
  EXPECT_EQ(table.for_terminal({}), "name\na\\x1b[2Jb\n");
}

TEST(TextTable, CountsCharactersAndNotBytes) {
  text_table table({{"name"}, {"time", side::right}});
  table.add_row({"\u00fcber", "1"});
  table.add_row({"none", "22"});
  EXPECT_EQ(table.for_terminal({}), "name  time\n\u00fcber     1\nnone    22\n");
}

TEST(TextTable, IsMarkdownWithHeadingsAsRows) {
  EXPECT_EQ(times().markdown(),
            "| variant | median | configuration |\n"
            "| --- | ---: | --- |\n"
            "| **n=4** |  |  |\n"
            "| dense | 1.5 ms | block=256 unroll=4 |\n"
            "| fast | 20 us |  |\n");
}

TEST(TextTable, IsCsvWithoutHeadings) {
  text_table table({{"name"}, {"note"}});
  table.add_heading("group");
  table.add_row({"a", "said \"no\", twice"});
  EXPECT_EQ(table.csv(), "name,note\na,\"said \"\"no\"\", twice\"\n");
}

TEST(Markdown, ACodeSpanIsNotLeft) {
  EXPECT_EQ(markdown_code("a/b_c=1"), "`a/b_c=1`");
  EXPECT_EQ(markdown_code("a`b``c"), "``` a`b``c ```");
  EXPECT_EQ(markdown_code("a|b\n# x"), "`a\\|b\\x0a# x`");
  EXPECT_EQ(markdown_code(""), "`  `");
}

TEST(Markdown, TextIsNoLinkNoHtmlAndNoCell) {
  EXPECT_EQ(markdown_text("a|<img src=x>[y](z)\x1b"), "a\\|\\<img src=x\\>\\[y\\](z)\\\\x1b");
}

TEST(TextWidth, ShortensInTheMiddle) {
  EXPECT_EQ(shortened("carpet/dense/steps=100", 22), "carpet/dense/steps=100");
  EXPECT_EQ(shortened("carpet/dense/steps=100", 12), "carpe..s=100");
  EXPECT_EQ(width_of(shortened(
                "\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc", 9)),
            9U);
}

TEST(TextWidth, WrapsAtBlanksAndWithinLongWords) {
  EXPECT_EQ(wrapped_line("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped_line("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(wrapped_line("", 3), std::vector<std::string>{""});
}

}  // namespace
}  // namespace retime
