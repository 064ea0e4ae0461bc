// What a resumed run keeps, and a full disk leaves: tests/python/test_cli.py,
// test_interrupted_runs.py.
#include "harness/record/run_directory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/record/recorded_run.h"
#include "kernels/support/bad_input.h"
#include "tests/complaint.h"
#include "tests/sweep/process_record.h"

namespace retime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class RunDirectory : public ::testing::Test {
 protected:
  const gate::scratch_folder folder;
  const fs::path path = folder / "run";
  const json header = gate::header();
};

json line_of(const std::string& key) {
  json made = sweep::process_record(1e3);
  made["key"] = key;
  return made;
}

recorded_case record_of(const std::string& key) { return case_of(line_of(key)); }

TEST_F(RunDirectory, NothingIsWrittenBeforeTheFirstRecord) {
  { auto run = run_directory::create(path, header); }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(RunDirectory, RefusesToMixOrOverwrite) {
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  run_directory::create(path, header).append(record_of("a"));
  EXPECT_THROW(run_directory::create(path, header), bad_input);
  json other = header;
  other["device"]["name"] = "b";
  EXPECT_THROW(run_directory::resume(path, other), bad_input);
  json later = header;
  later["git"]["sha"] = "another";
  EXPECT_THROW(run_directory::resume(path, later), bad_input);
  EXPECT_NO_THROW(require_same_origin(path, later, origin::device));
  json earlier = header;
  earlier["schema_version"] = 1;
  std::ofstream(path / "header.json") << earlier;
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  std::ofstream(path / "records.jsonl") << "not json\n";
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
}

TEST_F(RunDirectory, DoesNotGoOnBesidePackedRecords) {
  run_directory::create(path, header).append(record_of("a"));
  fs::rename(path / "records.jsonl", path / "records.jsonl.xz");
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  EXPECT_FALSE(fs::exists(path / "records.jsonl"));
}

TEST_F(RunDirectory, OneProgramAtATimeWrites) {
  auto first = run_directory::create(path, header), second = run_directory::create(path, header);
  first.append(record_of("a"));
  EXPECT_THROW(second.append(record_of("a")), bad_input);
  EXPECT_THROW(run_directory::resume(path, header), bad_input);
  EXPECT_EQ(read_run(path).cases.size(), 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(path), {}), 2);  // header and records
}

TEST_F(RunDirectory, WhatProcessesMeasuredStaysUntilItsCaseHasARecord) {
  {
    auto run = run_directory::create(path, header);
    run.append_measured(record_of("a"));
    run.append_measured(record_of("b"));
    run.append_measured(record_of("a"));
    run.append(record_of("a"));
    run.finish();
  }
  auto again = run_directory::resume(path, header);
  EXPECT_TRUE(again.has("a"));
  EXPECT_TRUE(again.measured("a", "").empty());
  ASSERT_EQ(again.measured("b", "").size(), 1U);
  EXPECT_EQ(to_json(again.measured("b", "").front()), to_json(record_of("b")));
  again.append(record_of("b"));
  again.finish();
  EXPECT_FALSE(fs::exists(path / "processes.jsonl"));
}

TEST_F(RunDirectory, FilesBelowItAreNamedFromItsFolder) {
  recorded_case record = record_of("a");
  const std::string beside = (folder / "other" / "x.npy").string();
  const auto twice = fs::relative(path) / "." / "saved" / "y.npy";
  record.saved = {(path / "saved" / "x.npy").string(), beside, twice.string()};
  run_directory::create(path / "", header).append(record);
  std::ifstream lines(path / "records.jsonl");
  EXPECT_EQ(json::parse(lines)["saved"], (json{"saved/x.npy", beside, "saved/y.npy"}));
}

TEST_F(RunDirectory, AProcessLineThatAKillCutShortIsDropped) {
  {
    auto run = run_directory::create(path, header);
    run.append_measured(record_of("a"));
  }
  std::ofstream(path / "processes.jsonl", std::ios::app) << "{\"key\": \"a";
  auto again = run_directory::resume(path, header);
  EXPECT_EQ(again.measured("a", "").size(), 1U);
  again.append_measured(record_of("a"));
  EXPECT_EQ(again.measured("a", "").size(), 2U);
}

TEST_F(RunDirectory, WhatIsRefusedIsLeftAsItWas) {
  const auto refusal = [&] {
    return tests::complaint_of([&] { run_directory::resume(path, header); });
  };
  { run_directory::create(path, header).append_measured(record_of("a")); }
  const auto processes = path / "processes.jsonl";
  for (const char* place : {"/measurement", "/measurement/method", "/statistics/n_effective",
                            "/verify_after", "/measurement/processes", "/samples_ns/0"}) {
    json damaged = line_of("a");
    damaged[json::json_pointer(place)] = "x";
    const std::string text = damaged.dump() + "\n{\"cut";
    std::ofstream(processes, std::ios::binary) << text;
    EXPECT_NE(refusal().find("processes.jsonl line 1: "), std::string::npos) << refusal();
    EXPECT_EQ(fs::file_size(processes), text.size());
  }
  for (const json& value : {json(3), json("x"), json::array({1})}) {
    json damaged = header;
    damaged["git"] = value;
    std::ofstream(path / "header.json") << damaged;
    EXPECT_NE(refusal().find("header.json: --resume: "), std::string::npos) << refusal();
    std::ofstream(path / "header.json") << value;
    EXPECT_NE(refusal().find("not an object"), std::string::npos) << refusal();
  }
}

TEST_F(RunDirectory, ANameOfAnyLengthIsCutInARefusal) {  // found by retime-fuzz
  { run_directory::create(path, header).append(record_of("a")); }
  json damaged = header;
  damaged["measuring"][std::string(40'000, '9') + "\x1b"] = 1;
  std::ofstream(path / "header.json") << damaged;
  const auto said = tests::complaint_of([&] { run_directory::resume(path, header); });
  EXPECT_NE(said.find("was written with measuring/999"), std::string::npos) << said;
  EXPECT_LT(said.size(), 1000U);
}

TEST_F(RunDirectory, ALinkThatLeadsNowhereIsNoPlaceForARun) {
  fs::create_symlink(folder / "nowhere", path);
  EXPECT_THROW(run_directory::create(path, header), bad_input);
  fs::create_directory(folder / "other");
  fs::create_symlink(folder / "nowhere", folder / "other" / "records.jsonl");
  EXPECT_THROW(run_directory::create(folder / "other", header), bad_input);
  EXPECT_THROW(run_directory::create(folder / std::string(300, 'x'), header), bad_input);
  fs::create_symlink(folder / "loop", folder / "loop");
  EXPECT_THROW(run_directory::create(folder / "loop", header), bad_input);
  EXPECT_THROW(run_directory::resume(folder / "loop", header), bad_input);
}

}  // namespace
}  // namespace retime
