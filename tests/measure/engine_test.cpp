#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <thread>

#include "harness/host/clock.h"
#include "harness/measure/sampler.h"
#include "harness/measure/shuffled_order.h"
#include "tests/measure/streams.h"

namespace retime {
namespace {

struct sampler_log {
  std::size_t in_flight = 0, most_in_flight = 0;
  std::vector<int> order;  ///< which sampler was started, over all that share the log
};

/// Samples out of a stream; no time passes but what `pause` says.
class fake_sampler final : public sampler {
 public:
  fake_sampler(test::stream next, std::shared_ptr<sampler_log> log, int id,
               std::chrono::microseconds pause)
      : next_(std::move(next)), log_(std::move(log)), id_(id), pause_(pause) {}
  void start(std::size_t count) override {
    started_.push(count);
    log_->order.push_back(id_);
    log_->most_in_flight = std::max(log_->most_in_flight, ++log_->in_flight);
  }
  std::vector<double> finish() override {
    std::vector<double> samples(started_.front());
    for (double& sample : samples) sample = next_();
    std::this_thread::sleep_for(pause_ * samples.size());
    started_.pop();
    --log_->in_flight;
    return samples;
  }

 private:
  test::stream next_;
  std::shared_ptr<sampler_log> log_;
  int id_;
  std::chrono::microseconds pause_;
  std::queue<std::size_t> started_;
};

sampling_setup fake(test::stream next, double sample_ns,
                    std::shared_ptr<sampler_log> log = std::make_shared<sampler_log>(), int id = 0,
                    std::chrono::microseconds pause = {}) {
  sampling_setup setup;
  setup.samples = std::make_unique<fake_sampler>(std::move(next), std::move(log), id, pause);
  setup.sample_ns = sample_ns;
  return setup;
}

device_state slowed() {
  device_state state;
  state.throttle_reasons = {"sw_power_cap"};
  return state;
}

TEST(engine, stops_at_the_precision_asked_and_keeps_one_block_ahead) {
  const auto log = std::make_shared<sampler_log>();
  auto setup = fake(test::normal(1e5, 0.05)(1), 1e5, log);
  const auto timing = sample(setup, {.precision = 0.005});
  EXPECT_EQ(timing.stopped, stop_reason::precision);
  EXPECT_LE(timing.stats.half_width(), 0.005);
  EXPECT_NEAR(timing.stats.median_ns, 1e5, 1000);
  EXPECT_EQ(log->most_in_flight, 2U);
  EXPECT_EQ(log->in_flight, 0U);  // nothing is left running behind
  std::uint64_t in_blocks = 0;
  for (const auto& block : timing.blocks) in_blocks += block.samples;
  EXPECT_EQ(in_blocks, timing.samples_ns.size());
  EXPECT_EQ(timing.blocks.back().block + 1, timing.blocks.size());
}

TEST(engine, steady_short_runs_are_still_watched_for_a_tenth_of_a_second) {
  auto setup = fake(test::normal(1e5, 1e-6)(1), 1e5);
  EXPECT_GE(sample(setup, {}).samples_ns.size(), 1000U);
}

TEST(engine, ends_with_the_budget) {
  auto setup = fake(test::normal(1e6, 0.5)(1), 1e6, std::make_shared<sampler_log>(), 0,
                    std::chrono::microseconds(1000));
  const auto timing = sample(setup, {.precision = 1e-6, .budget_s = 0.2});
  EXPECT_EQ(timing.stopped, stop_reason::budget);
  EXPECT_LE(timing.wall_s, 0.35);
  EXPECT_GE(timing.samples_ns.size(), 20U);
}

/// A counter that each reading finds to have moved on, at 200 W.
std::function<device_state()> moving_counter() {
  return [] {
    device_state state;
    state.read_s = steady_s();
    state.energy_j = 200 * state.read_s;
    return state;
  };
}

TEST(engine, sampling_says_what_the_case_used) {
  const auto pause = std::chrono::microseconds(5000);
  auto setup = fake(test::normal(5e6, 0.01)(1), 5e6, std::make_shared<sampler_log>(), 0, pause);
  setup.read_state = moving_counter();
  const auto timing = sample(setup, {.precision = 1e-6, .budget_s = 0.8});
  ASSERT_TRUE(timing.energy);
  EXPECT_NEAR(timing.energy->power_w, 200, 1);
  EXPECT_GE(timing.energy->window_s, 0.5);
  EXPECT_LE(timing.energy->window_s, 1);

  auto short_one = fake(test::normal(5e6, 0.01)(1), 5e6, std::make_shared<sampler_log>(), 0, pause);
  short_one.read_state = moving_counter();
  EXPECT_FALSE(sample(short_one, {.precision = 1e-6, .budget_s = 0.2}).energy);
}

TEST(engine, a_run_as_long_as_the_budget_is_one_sample) {
  sampling_setup setup;
  setup.only_sample_ns = 3e10;
  const auto timing = sample(setup, {.budget_s = 1});
  EXPECT_EQ(timing.stopped, stop_reason::single);
  EXPECT_EQ(timing.samples_ns, std::vector<double>{3e10});
  EXPECT_EQ(timing.stats.median_ns, 3e10);
}

TEST(engine, takes_three_samples_whatever_the_budget) {
  for (const double run_ns : {9.5e8, 4e9}) {
    std::vector<sampling_setup> setups;
    for (int i = 0; i < 3; ++i) {
      setups.push_back(fake(test::normal(run_ns, 0.01)(1), run_ns));
      setups.back().wall_s = run_ns * 1e-9;
    }
    const auto timing = sample(setups.front(), {.budget_s = 1});
    EXPECT_EQ(timing.samples_ns.size(), 3U);
    EXPECT_EQ(timing.stopped, stop_reason::budget);
    EXPECT_LT(timing.stats.ci_low_ns, timing.stats.ci_high_ns);
    for (const auto& in_rounds : sample_interleaved(std::span(setups).subspan(1), {.budget_s = 1}))
      EXPECT_GE(in_rounds.samples_ns.size(), 3U);
  }
}

TEST(engine, leaves_throttled_samples_out) {
  bool slow = false;
  auto setup = fake([&] { return slow ? 2e5 : 1e5; }, 1e5);
  int readings = 0;
  setup.read_state = [&] {
    slow = ++readings % 2 == 0;  // the block finished after this reading
    return slow ? slowed() : device_state{};
  };
  const auto timing = sample(setup, {});
  EXPECT_FALSE(timing.throttled);
  EXPECT_EQ(timing.stats.max_ns, 1e5);
  ASSERT_FALSE(timing.throttled_ns.empty());
  EXPECT_EQ(timing.throttled_ns.front(), 2e5);
  EXPECT_TRUE(timing.blocks[1].throttled);
  EXPECT_EQ(timing.blocks[1].state.throttle_reasons, std::vector<std::string>{"sw_power_cap"});
}

TEST(engine, never_leaves_all_samples_out) {
  auto setup = fake(test::normal(1e5, 0.01)(1), 1e5);
  setup.read_state = slowed;
  const auto timing = sample(setup, {});
  EXPECT_TRUE(timing.throttled);
  EXPECT_FALSE(timing.samples_ns.empty());
  EXPECT_TRUE(timing.throttled_ns.empty());
  EXPECT_EQ(timing.stopped, stop_reason::precision);
  EXPECT_NEAR(timing.stats.median_ns, 1e5, 500);
}

TEST(engine, says_when_the_method_cannot_resolve_a_case) {
  auto setup = fake([] { return 1000.0; }, 1e5);
  setup.resolution_ns = 50;
  const auto timing = sample(setup, {.budget_s = 0.05});
  EXPECT_TRUE(timing.resolution_limited);
  EXPECT_NE(timing.stopped, stop_reason::precision);
  setup = fake([] { return 1000.0; }, 1e5);
  setup.resolution_ns = 5;
  EXPECT_FALSE(sample(setup, {}).resolution_limited);
}

struct interleaved {
  std::vector<measurement> timings;
  std::shared_ptr<sampler_log> log = std::make_shared<sampler_log>();
};

interleaved interleave_three(std::uint64_t seed) {
  interleaved result;
  std::vector<sampling_setup> setups;
  for (int i = 0; i < 3; ++i)
    setups.push_back(fake(test::normal(1e6 * (i + 1), 0.01)(static_cast<std::uint64_t>(i)),
                          1e6 * (i + 1), result.log, i));
  result.timings = sample_interleaved(setups, {.seed = seed});
  return result;
}

TEST(interleaving, takes_one_block_of_every_case_a_round_one_at_a_time) {
  const auto run = interleave_three(5);
  ASSERT_EQ(run.timings.size(), 3U);
  EXPECT_EQ(run.log->most_in_flight, 1U);
  const auto rounds = run.timings[0].blocks.size();
  EXPECT_GE(rounds, 10U);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::set<std::uint64_t> positions;
    for (const auto& timing : run.timings) {
      ASSERT_EQ(timing.blocks.size(), rounds);
      EXPECT_EQ(timing.blocks[round].block, round);
      positions.insert(timing.blocks[round].position);
    }
    EXPECT_EQ(positions, (std::set<std::uint64_t>{0, 1, 2}));
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run.timings[static_cast<std::size_t>(i)].stopped, stop_reason::precision);
    EXPECT_NEAR(run.timings[static_cast<std::size_t>(i)].stats.median_ns, 1e6 * (i + 1),
                1e4 * (i + 1));
  }
}

TEST(interleaving, replays_the_same_order_for_the_same_seed) {
  EXPECT_EQ(interleave_three(5).log->order, interleave_three(5).log->order);
  EXPECT_NE(interleave_three(5).log->order, interleave_three(6).log->order);
}

TEST(interleaving, draws_every_order_of_a_round_about_equally_often) {
  std::map<std::vector<std::size_t>, int> seen;
  for (std::uint64_t round = 0; round < 6000; ++round) ++seen[round_order(3, 1, round)];
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1000, 150);
}

TEST(interleaving, drift_falls_on_all_cases_alike) {
  double drift = 1;  // 0.05 % up at every block
  std::vector<sampling_setup> setups;
  for (int i = 0; i < 2; ++i) setups.push_back(fake([&] { return 1e6 * drift; }, 1e7));
  for (auto& setup : setups)
    setup.read_state = [&] {
      drift *= 1.0005;
      return device_state{};
    };
  const auto timings = sample_interleaved(setups, {.precision = 0.05, .seed = 3});
  double log_ratio = 0;
  for (std::size_t b = 0; b < timings[0].blocks.size(); ++b)
    log_ratio += std::log(timings[0].blocks[b].median_ns / timings[1].blocks[b].median_ns);
  EXPECT_NEAR(log_ratio / static_cast<double>(timings[0].blocks.size()), 0, 0.0005);
}

TEST(interleaving, cases_of_one_sample_are_taken_once) {
  std::vector<sampling_setup> setups(2);
  for (auto& setup : setups) setup.only_sample_ns = 5e9;
  for (const auto& timing : sample_interleaved(setups, {})) {
    EXPECT_EQ(timing.samples_ns.size(), 1U);
    EXPECT_EQ(timing.stopped, stop_reason::single);
  }
}

}  // namespace
}  // namespace retime
