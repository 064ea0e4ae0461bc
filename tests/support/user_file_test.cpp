#include "kernels/support/user_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "tests/complaint.h"
#include "tests/scratch_folder.h"

namespace {

TEST(UserFile, OnlyFilesAreRead) {
  const tests::scratch_folder folder;
  const std::filesystem::path path = folder.write("file", "text");
  EXPECT_NO_THROW(retime::require_file(path.string()));
  std::filesystem::remove(path);
  // A device has no end: reading it would go on until memory does.
  for (const std::string& none : {path.string(), path.parent_path().string(),
                                  std::string("/dev/zero"), std::string("/dev/full")}) {
    const auto said = tests::complaint_of([&] { retime::require_file(none); });
    EXPECT_TRUE(said.starts_with(none + ": ")) << none << ": " << said;
  }
}

TEST(UserFile, QuotesAreShortAndPrintable) {
  EXPECT_EQ(retime::quoted("0 1"), "'0 1'");
  EXPECT_EQ(retime::quoted(std::string_view("a\0\n\xff", 4)), R"('a\x00\x0a\xff')");
  EXPECT_EQ(retime::quoted(std::string(1000, '1')), "'" + std::string(24, '1') + "...'");
}

TEST(UserFile, PrintableTextIsDrawnAndDoesNothingElse) {
  EXPECT_EQ(retime::printable("a b_\xc3\xa9\xe2\x86\x92"), "a b_\xc3\xa9\xe2\x86\x92");
  for (const char* text : {"\x1b", "\n", "\r", "\t", "\x7f", "\xff", "\xc3", "\xc2\x9b",
                           "\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x80\x8b", "\xef\xbb\xbf",
                           "\xed\xa0\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xf4\x90\x80\x80"}) {
    const auto shown = retime::printable(text);
    EXPECT_TRUE(shown.starts_with("\\x")) << shown;
    EXPECT_EQ(shown.size(), 4 * std::string(text).size());
    EXPECT_EQ(retime::printable(shown), shown);
  }
}

TEST(UserFile, LinesAreReadUpToABound) {
  std::istringstream in("one\n\n" + std::string(40'000, 'x') + "\nlast");
  std::string line;
  EXPECT_TRUE(retime::next_line(in, line, 100'000));
  EXPECT_EQ(line, "one");
  EXPECT_TRUE(retime::next_line(in, line, 100'000));
  EXPECT_EQ(line, "");
  EXPECT_TRUE(retime::next_line(in, line, 100'000));
  EXPECT_EQ(line, std::string(40'000, 'x'));
  EXPECT_TRUE(retime::next_line(in, line, 2));
  EXPECT_EQ(line, "las");
  EXPECT_FALSE(retime::next_line(in, line, 2));
  std::istringstream endless(std::string(1'000'000, 'x'));
  EXPECT_TRUE(retime::next_line(endless, line, 10));
  EXPECT_EQ(line.size(), 11U);
}

}  // namespace
