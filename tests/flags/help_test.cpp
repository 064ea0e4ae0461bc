#include "harness/flags/help.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace retime {
namespace {

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

std::string words(std::size_t count) {
  std::string text = "word";
  while (--count > 0) text += " word";
  return text;
}

TEST(WrappedText, BreaksBetweenWordsAndIndentsWhatFollows) {
  const std::string text = two_columns("  --flag", words(30), 26);
  EXPECT_LE(widest(text), 80U);
  EXPECT_EQ(text.find("  --flag                  word"), 0U) << text;
  EXPECT_NE(text.find("\n                          word"), std::string::npos) << text;
  EXPECT_EQ(text.find(" \n"), std::string::npos);
  EXPECT_EQ(two_columns("  a-left-that-is-longer-than-its-column", "right", 26),
            "  a-left-that-is-longer-than-its-column\n                          right\n");
}

TEST(WrappedText, BreaksLongChoicesAfterABar) {
  std::string choices = "      --to first";
  for (int i = 0; i < 12; ++i) choices += "|kernel-tuner";
  const std::string text = two_columns(choices, "The format", 26);
  EXPECT_LE(widest(text), 80U);
  EXPECT_NE(text.find("|\n           kernel-tuner"), std::string::npos) << text;
}

TEST(WrappedText, ALongCommandGoesOnAfterABackslash) {
  EXPECT_EQ(wrapped("Example:\n  program run -f '^a_family/a_variant/' -a size=1000,2000 -o "
                    "a_folder_of_some_length",
                    0),
            "Example:\n  program run -f '^a_family/a_variant/' -a size=1000,2000 \\\n"
            "      -o a_folder_of_some_length\n");
}

}  // namespace
}  // namespace retime
