#include "harness/files/read_file.h"

#include <gtest/gtest.h>
#include <lzma.h>

#include "tests/complaint.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

std::string packed(const std::string& text) {
  std::string result(text.size() + 1024, '\0');
  std::size_t written = 0;
  EXPECT_EQ(LZMA_OK, lzma_easy_buffer_encode(
                         6, LZMA_CHECK_CRC64, nullptr,
                         reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                         reinterpret_cast<std::uint8_t*>(result.data()), &written, result.size()));
  result.resize(written);
  return result;
}

class Unpacked : public testing::Test {
 protected:
  std::string of(const std::string& bytes, std::size_t most = std::size_t{1} << 24) {
    folder_.write("file.xz", bytes);
    return unpacked(folder_ / "file.xz", most);
  }
  std::string said_of(const std::string& bytes, std::size_t most = std::size_t{1} << 24) {
    return tests::complaint_of([&] { of(bytes, most); });
  }

  tests::scratch_folder folder_;
};

TEST_F(Unpacked, HoldsWhatWasPacked) {
  const std::string text(3'000'000, 'r');
  EXPECT_EQ(of(packed(text)), text);
  EXPECT_EQ(of(packed("one\n") + packed("two\n")), "one\ntwo\n");
}

TEST_F(Unpacked, SaysWhatIsWrongWithAFile) {
  const auto good = packed("some records\n");
  EXPECT_TRUE(said_of(good.substr(0, good.size() - 8)).ends_with("file.xz: cut short"));
  EXPECT_TRUE(said_of("no archive at all").ends_with("file.xz: not packed by xz"));
  auto damaged = good;
  damaged[20] = static_cast<char>(~damaged[20]);
  EXPECT_TRUE(said_of(damaged).ends_with("file.xz: damaged"));
  EXPECT_TRUE(said_of("").ends_with("file.xz: cut short"));
}

TEST_F(Unpacked, EndsAtTheLimitAndNotInMemory) {
  const auto bomb = packed(std::string(std::size_t{8} << 20, '\0'));
  EXPECT_LT(bomb.size(), std::size_t{1} << 16);
  EXPECT_TRUE(said_of(bomb, std::size_t{2} << 20)
                  .ends_with("larger than 2 MiB unpacked, the most that is read"));
}

TEST(TextOfFile, HasALimit) {
  const tests::scratch_folder folder;
  EXPECT_EQ(tests::complaint_of([&] { text_of_file(folder.write("b", "1234"), 3); }),
            (folder / "b").string() + ": larger than 0 MiB, the most that is read");
}

}  // namespace
}  // namespace retime
