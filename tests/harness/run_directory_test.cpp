#include "harness/record/run_directory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class RunDirectory : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(path); }
  void TearDown() override { fs::remove_all(path); }
  const fs::path path = fs::path(::testing::TempDir()) / "retime_run_directory_test";
  const json header = {{"schema_version", 1}, {"seed", 1}, {"device", {{"name", "a"}}}};
};

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(RunDirectory, NothingIsWrittenBeforeTheFirstRecord) {
  { auto run = run_directory::create(path, header); }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(RunDirectory, ResumeKeepsWholeLinesAndDropsACutOne) {
  {
    auto run = run_directory::create(path, header);
    run.append({{"key", "a"}});
    run.append({{"key", "b"}});
  }
  std::ofstream(path / "records.jsonl", std::ios::app) << R"({"key": "c", "cut)";
  {
    auto run = run_directory::resume(path, header);
    EXPECT_TRUE(run.has("a") && run.has("b"));
    EXPECT_FALSE(run.has("c"));
    run.append({{"key", "c"}});
  }
  EXPECT_EQ(content(path / "records.jsonl"), "{\"key\":\"a\"}\n{\"key\":\"b\"}\n{\"key\":\"c\"}\n");
}

TEST_F(RunDirectory, RefusesToMixOrOverwrite) {
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  run_directory::create(path, header).append({{"key", "a"}});
  EXPECT_THROW(run_directory::create(path, header), bad_input);
  json other = header;
  other["device"]["name"] = "b";
  EXPECT_THROW(run_directory::resume(path, other), bad_input);
  std::ofstream(path / "records.jsonl") << "not json\n";
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
}

TEST_F(RunDirectory, OneProgramAtATimeWrites) {
  auto first = run_directory::create(path, header), second = run_directory::create(path, header);
  first.append({{"key", "a"}});
  EXPECT_THROW(second.append({{"key", "a"}}), bad_input);
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  EXPECT_EQ(content(path / "records.jsonl"), "{\"key\":\"a\"}\n");
}

TEST_F(RunDirectory, AFullDiskLeavesWholeLines) {
  fs::create_directories(path);
  append_file lines(path / "lines");
  lines.append("first\n");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit full{10, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  EXPECT_THROW(lines.append("second line\n"), bad_input);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_EQ(content(path / "lines"), "first\n");
}

}  // namespace
}  // namespace retime
