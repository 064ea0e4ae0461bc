#include "harness/files/append_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>

#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

using tests::scratch_folder;

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// No file of this process grows beyond so many bytes as long as it lives: as on a full disk, a
/// write is short and the next one fails.
class full_disk {
 public:
  explicit full_disk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~full_disk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  full_disk(const full_disk&) = delete;
  full_disk& operator=(const full_disk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(AppendFile, EndsALineThatIsOpen) {
  const scratch_folder folder;
  const auto file = folder.write("lines", "one");
  append_file out(file);
  out.append("two\n");
  out.append("three\n");
  EXPECT_EQ(content(file), "one\ntwo\nthree\n");
}

TEST(AppendFile, AFullDiskLeavesTheFileAsItWas) {
  const scratch_folder folder;
  for (const std::string before : {"", "whole\n", "open"}) {
    const auto file = folder.write("lines", before);
    append_file out(file);
    {
      const full_disk disk(10);
      EXPECT_THROW(out.append("longer than ten bytes\n"), bad_input);
    }
    EXPECT_EQ(content(file), before);
    out.append("x\n");
    EXPECT_EQ(content(file), before == "open" ? "open\nx\n" : before + "x\n");
  }
}

TEST(AppendFile, IsHeldByOne) {
  const scratch_folder folder;
  std::optional<append_file> first(folder / "lines");
  EXPECT_THROW(append_file(folder / "lines"), bad_input);
  first.reset();
  append_file(folder / "lines").append("x\n");
}

}  // namespace
}  // namespace retime
