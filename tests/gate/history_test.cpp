#include "harness/gate/history/history.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "kernels/support/bad_input.h"
#include "tests/complaint.h"
#include "tests/gate/written_run.h"

namespace retime::gate {
namespace {

// Steps and the texts about them: tests/python/test_history.py.

/// Run number i, of `key` at this time.
std::string numbered_run(const scratch_folder& folder, int i, const std::string& key,
                         double time_ns, const char* gpu = "NVIDIA H200") {
  auto head = header();
  head["utc"] = fmt::format("2026-11-{:02}T00:00:00Z", i + 1);
  head["git"]["sha"] = fmt::format("{:040}", i);
  head["device"]["name"] = gpu;
  return write_run(folder, fmt::format("runs/{}-{}", gpu, i), head, {record(key, time_ns)});
}

TEST(History, AppendsEachRunOnceAndReadsItBack) {
  const scratch_folder folder;
  const auto file = folder / "history.jsonl";
  const auto first = entry_of(numbered_run(folder, 1, "a", 1e5));
  EXPECT_TRUE(gate::append_to_history(file, entry_of(numbered_run(folder, 2, "a", 2e5))).is_new);
  EXPECT_TRUE(gate::append_to_history(file, first).is_new);
  EXPECT_FALSE(gate::append_to_history(file, first).is_new);
  const auto history = gate::read_history(file);
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].utc, first.utc);  // by time, not by line
  EXPECT_EQ(history[0].git_sha, first.git_sha);
  EXPECT_EQ(history[0].gpu, first.gpu);
  EXPECT_EQ(history[1].cases.at("a").median_ns, 2e5);
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(History, AppendsToAFileWhoseLastLineIsOpen) {
  const scratch_folder folder;
  const auto file = folder / "history.jsonl";
  gate::append_to_history(file, entry_of(numbered_run(folder, 1, "a", 1e5)));
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  const auto done = gate::append_to_history(file, entry_of(numbered_run(folder, 2, "a", 2e5)));
  EXPECT_TRUE(done.is_new && !done.removed_cut);
  EXPECT_EQ(gate::read_history(file).size(), 2U);
}

TEST(History, ALineThatAnAppendLeftCutIsRemovedAndSaid) {
  const scratch_folder folder;
  const auto file = folder / "history.jsonl";
  gate::append_to_history(file, entry_of(numbered_run(folder, 1, "a", 1e5)));
  const std::string whole = content(file);
  const auto second = entry_of(numbered_run(folder, 2, "a", 2e5));
  const std::string line = to_json(second).dump();
  for (const std::size_t kept : {std::size_t{1}, std::size_t{20}, line.size() - 1}) {
    folder.write("history.jsonl", whole + line.substr(0, kept));
    EXPECT_EQ(gate::read_history(file).size(), 1U) << kept;
    const auto done = gate::append_to_history(file, second);
    EXPECT_TRUE(done.is_new && done.removed_cut) << kept;
    EXPECT_EQ(content(file), whole + line + "\n") << kept;
  }
}

TEST(History, AnotherOpenLineIsNamedAndNothingIsTouched) {
  const scratch_folder folder;
  const auto first = entry_of(numbered_run(folder, 1, "a", 1e5));
  const std::string text = to_json(first).dump() + "\n<<<<<<< ours";
  const auto file = folder.write("history.jsonl", text);
  for (const auto& use : {std::function([&] { gate::read_history(file); }), std::function([&] {
                            gate::append_to_history(file,
                                                    entry_of(numbered_run(folder, 2, "a", 1e5)));
                          })}) {
    try {
      use();
      ADD_FAILURE() << "not refused";
    } catch (const bad_input& refusal) {
      EXPECT_NE(std::string(refusal.what()).find("line 2"), std::string::npos) << refusal.what();
    }
  }
  EXPECT_EQ(content(file), text);
}

TEST(History, DevicesDoNotMix) {
  const scratch_folder folder;
  for (int i = 0; i < 3; ++i) {
    numbered_run(folder, i, "a", 1e5);
    numbered_run(folder, i, "a", 3e5, "NVIDIA H100");
  }
  const auto history = gate::read_history(folder / "runs");
  const auto all = gate::trends(history, "^a$", {});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].device, "NVIDIA H100");
  EXPECT_EQ(all[0].median_ns, std::vector<double>(3, 3e5));
}

TEST(History, AFaultNamesLineAndPlace) {
  const scratch_folder folder;
  auto line = to_json(entry_of(numbered_run(folder, 1, "a", 1e5)));
  const auto fault_of = [&](const char* place, const nlohmann::json& value) {
    auto damaged = line;
    damaged[nlohmann::json::json_pointer(place)] = value;
    const auto file = folder.write("damaged.jsonl", line.dump() + "\n" + damaged.dump() + "\n");
    const auto said = tests::complaint_of([&] { gate::read_history(file); });
    const auto start = file + " line 2: ";
    EXPECT_TRUE(said.starts_with(start)) << said;
    return said.substr(std::min(start.size(), said.size()));
  };
  EXPECT_EQ(fault_of("/cases", nullptr), "/cases is missing");
  EXPECT_EQ(fault_of("/cases/a/median_ns", -1),
            "case a: /median_ns is -1; a time is above 0 and at most 1e18 ns");
  EXPECT_EQ(fault_of("/cases/a/processor", "x"), "case a: /processor is \"x\", not gpu or cpu");
  EXPECT_EQ(fault_of("/gpu/driver", 3), "/gpu/driver is 3, not text");
  EXPECT_EQ(fault_of("/git", "x"), "/git is \"x\", not an object");
}

TEST(History, RefusesWhatItCannotRead) {
  const scratch_folder folder;
  EXPECT_THROW(gate::read_history(folder / "absent"), bad_input);
  EXPECT_THROW(gate::read_history(folder.write("empty.jsonl", "")), bad_input);
  EXPECT_THROW(gate::read_history(folder.write("future.jsonl", R"({"schema_version": 2})")),
               bad_input);
  EXPECT_THROW(gate::read_history(folder.write("cut.jsonl", R"({"schema_version": 1)")), bad_input);
  const auto history = std::vector{entry_of(numbered_run(folder, 1, "a", 1e5))};
  EXPECT_THROW(gate::trends(history, "[", {}), bad_input);
  EXPECT_THROW(gate::trends(history, "b", {}), bad_input);
  auto emulated = record("a", 1e5);
  emulated["time_is"] = "emulated";
  const auto nothing = entry_of(write_run(folder, "emulated", header(), {emulated}));
  EXPECT_THROW(gate::append_to_history(folder / "new.jsonl", nothing), bad_input);
  EXPECT_FALSE(std::filesystem::exists(folder / "new.jsonl"));
}

}  // namespace
}  // namespace retime::gate
