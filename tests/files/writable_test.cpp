// Places that cannot be written are known without writing.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "harness/files/write_file.h"
#include "tests/complaint.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

class Writable : public testing::Test {
 protected:
  Writable() {
    std::ofstream(at("file")) << "x";
    fs::create_symlink("nowhere", at("dangling"));
    fs::create_symlink("loop", at("loop"));
    fs::create_directory(at("folder"));
    ::mkfifo(at("pipe").c_str(), 0600);
  }
  fs::path at(const std::string& name) const { return folder_ / name; }

  const tests::scratch_folder folder_;
};

std::string folder(const fs::path& path) {
  return tests::complaint_of([&] { check_folder(path, "--out"); });
}
std::string file(const fs::path& path) {
  return tests::complaint_of([&] { check_writable(path, "--out"); });
}
std::string file_to_make(const fs::path& path) {
  return tests::complaint_of([&] { check_file_to_make(path, "--out"); });
}

TEST_F(Writable, TakesWhatIsThereOrCanBeMade) {
  for (const char* name : {"folder", "new", "new/below/", "folder/new"})
    EXPECT_EQ(folder(at(name)), "");
  for (const char* name : {"file", "new", "folder/new"}) EXPECT_EQ(file(at(name)), "");
  EXPECT_EQ(file_to_make(at("new/below")), "");
  EXPECT_EQ(folder("") + file("") + file_to_make(""), "");
  EXPECT_FALSE(fs::exists(at("new")));
}

TEST_F(Writable, RefusesWhatIsInTheWay) {
  const std::string far(300, 'z');
  for (const fs::path& path :
       {at("file"), at("file/x"), at("dangling"), at("dangling/x"), at("loop"), at("loop/x"),
        at("pipe"), at(far), at("new/" + far + "/x"), fs::path("/dev/full"),
        fs::path("/dev/null/x"), fs::path("/proc/x")})
    EXPECT_EQ(folder(path).find("--out " + path.string() + ": "), 0U) << path;
  for (const fs::path& path :
       {at("folder"), at("file/x"), at("dangling"), at("loop"), at("pipe"), at(far), at("new/x"),
        at("new/"), fs::path("/dev/full"), fs::path("/proc/x"), fs::path("/")})
    EXPECT_EQ(file(path).find("--out " + path.string() + ": "), 0U) << path;
  EXPECT_NE(file_to_make(at("dangling/x")), "");
}

}  // namespace
}  // namespace retime
