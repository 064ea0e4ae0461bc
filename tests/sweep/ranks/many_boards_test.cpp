// What a sweep over many boards meets: the first rank's own work is done, and timed; what the
// boards do is simulated, with the times that listed cases took when they were recorded.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <queue>
#include <vector>

#include "harness/files/json_input.h"
#include "harness/host/clock.h"
#include "harness/registry/claim_list.h"
#include "harness/sweep/processes/board_sweep.h"
#include "tests/sweep/process_record.h"
#include "variants/embedded_text.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

constexpr std::size_t inputs_a_board = 40, cases_an_input = 5;
constexpr double turn_s = 60;

struct use_of_boards {
  double makespan_s = 0, ideal_s = 0;  ///< of the simulated boards
  double handing_out_s = 0,
         longest_s = 0;  ///< of the first rank's work: in all, and for one answer
  double run_mb = 0;
  std::optional<double> read_again_s{};  ///< as --resume does it; nothing if the run is too large
  std::size_t answers = 0, records = 0;
  double share_used() const { return ideal_s / makespan_s; }
};

class sweep_of_many {
 public:
  explicit sweep_of_many(std::size_t boards) : boards_(boards) {
    const auto listed = claim_list_from(embedded_text("claim_cases.json"), {.as_printed = true});
    for (std::size_t input = 0; input < boards * inputs_a_board; ++input) {
      for (std::size_t place = 0; place < cases_an_input; ++place) {
        const auto& like = listed.cases[(input * cases_an_input + place) % listed.cases.size()];
        benchmark_case benchmark = like.benchmark;
        benchmark.workload_key = fmt::format("input {}", input);
        benchmark.key =
            fmt::format("{}/input={}/place={}", like.benchmark.family->id, input, place);
        seconds_[benchmark.key] = like.case_s;
        cases_.push_back(std::move(benchmark));
      }
    }
    // A record as long as those of a GPU: a hundred samples.
    record_ = process_record(1e6);
    record_["samples_ns"] = std::vector<double>(100, 1e6);
  }

  use_of_boards run() {
    use_of_boards result;
    const gate::scratch_folder folder;
    auto into = run_directory::create(folder / "run", gate::header());
    const sweep::sweep_run_options options{.processes = exactly(1, 1, 0.01)};
    sweep::case_pool pool(sweep::groups_by_input(cases_, seconds_));
    std::vector<sweep::board_sweep> sweeps;
    for (std::size_t i = 0; i < boards_; ++i)
      sweeps.emplace_back(pool, into, options, fmt::format("GPU-{}", i), turn_s);
    struct event {
      double at_s;
      std::size_t board;
      sweep::case_turn turn;
      bool operator>(const event& other) const { return at_s > other.at_s; }
    };
    std::priority_queue<event, std::vector<event>, std::greater<>> under_way;
    double free_at_s = 0;  // when the first rank has answered all before
    const auto ask = [&](std::size_t board, double at_s) {
      if (const auto turn = sweeps[board].next()) {
        sweeps[board].request(*turn).dump();
        under_way.push({at_s + seconds_.at(turn->next->key), board, *turn});
      }
    };
    for (std::size_t i = 0; i < boards_; ++i) ask(i, 0);
    while (!under_way.empty()) {
      const event ended = under_way.top();
      under_way.pop();
      record_["key"] = ended.turn.next->key;
      const std::string arrived = record_.dump();
      const stopwatch watch;
      const cases::worker_reply reply{.answer = {{"record", json::parse(arrived)}}};
      if (sweeps[ended.board].take(ended.turn, reply)) ++result.records;
      free_at_s = std::max(free_at_s, ended.at_s) + watch.s();
      ask(ended.board, free_at_s);
      result.handing_out_s += watch.s();
      result.longest_s = std::max(result.longest_s, watch.s());
      result.makespan_s = std::max(result.makespan_s, ended.at_s);
      ++result.answers;
    }
    for (const auto& [key, taken_s] : seconds_)
      result.ideal_s += taken_s / static_cast<double>(boards_);
    const auto run_bytes = std::filesystem::file_size(folder / "run/records.jsonl");
    result.run_mb = 1e-6 * static_cast<double>(run_bytes);
    if (run_bytes > json_limits::lines_file_bytes) return result;
    const stopwatch watch;
    read_run(folder / "run");
    result.read_again_s = watch.s();
    return result;
  }

 private:
  std::size_t boards_;
  std::vector<benchmark_case> cases_;
  std::map<std::string, double> seconds_;
  json record_;
};

void expect_little_lost(std::size_t boards) {
  const use_of_boards found = sweep_of_many(boards).run();
  fmt::print(
      "{} boards, {} cases: {:.1f} % of the boards' time used; {:.0f} us an answer, {:.1f} ms "
      "at most; a run of {:.0f} MB, read again in {}\n",
      boards, found.records, 100 * found.share_used(),
      1e6 * found.handing_out_s / static_cast<double>(found.answers), 1e3 * found.longest_s,
      found.run_mb,
      found.read_again_s ? fmt::format("{:.1f} s", *found.read_again_s)
                         : "no time: it is too large");
  EXPECT_EQ(found.records, boards * inputs_a_board * cases_an_input);
  EXPECT_GT(found.share_used(), 0.9);
}

TEST(ManyBoards, FourLoseLittle) { expect_little_lost(4); }
TEST(ManyBoards, TwentyLoseLittle) { expect_little_lost(20); }
/// A gigabyte of records, so asked for alone: --gtest_also_run_disabled_tests.
TEST(ManyBoards, DISABLED_AThousandLoseLittle) { expect_little_lost(1000); }

}  // namespace
}  // namespace retime::sweep
