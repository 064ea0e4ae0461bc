#include "kernels/support/user_file.h"

#include <gtest/gtest.h>

#include <filesystem>

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

}  // namespace
