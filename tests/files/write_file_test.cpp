#include "harness/files/write_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(WriteAll, MakesTheFolderAndReplacesFiles) {
  const tests::scratch_folder scratch;
  const auto folder = scratch / "new/folder";
  write_all(folder, {{"a", "1"}, {"b", "2"}}, "--out");
  write_all(folder, {{"b", "3"}}, "--out");
  EXPECT_EQ(text_of(folder / "a"), "1");
  EXPECT_EQ(text_of(folder / "b"), "3");
  EXPECT_EQ(count_in(folder), 2U);
}

TEST(WriteAll, WritesNoneWhereOneCannotBe) {
  const tests::scratch_folder scratch;
  scratch.write("there/a", "old");
  fs::create_directory(scratch / "there/b");
  try {
    write_all(scratch / "there", {{"a", "new"}, {"b", "new"}}, "--out");
    FAIL();
  } catch (const bad_input& fault) {
    EXPECT_NE(std::string(fault.what()).find("there/b: cannot be written"), std::string::npos);
  }
  EXPECT_EQ(text_of(scratch / "there/a"), "old");
  EXPECT_EQ(count_in(scratch / "there"), 2U) << "no parts";
}

}  // namespace
}  // namespace retime
