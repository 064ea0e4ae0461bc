// The parts that families are made of, each alone.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "variants/axis.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/static_axis.h"
#include "variants/kit/trace_at.h"
#include "variants/kit/with_real.h"

namespace {

using namespace retime;

point at(const axis_values& values) {
  point made;
  for (const auto& [name, value] : values) made.set(name, value);
  return made;
}

TEST(Kit, AStaticAxisIsItsValues) {
  constexpr static_axis<1, 4, 16> sites{"sites", 4};
  const tuning_axis axis = sites.axis();
  EXPECT_EQ(axis.name, "sites");
  EXPECT_EQ(axis.values, (std::vector<axis_value>{1, 4, 16}));
  EXPECT_EQ(axis.default_value, axis_value(4));
  for (const int n : {1, 4, 16}) {
    EXPECT_FALSE(sites.invalid(at({{"sites", n}})));
    EXPECT_EQ(sites.dispatch(at({{"sites", n}}), []<int N>() { return N; }), n);
  }
  EXPECT_EQ(sites.invalid(at({{"sites", 3}})), "sites=3: give one of 1, 4, 16");
  EXPECT_THROW(sites.dispatch(at({{"sites", 3}}), []<int N>() { return N; }), std::out_of_range);
}

TEST(Kit, PrecisionsDispatch) {
  const auto size = []<class Real>() { return sizeof(Real); };
  EXPECT_EQ(with_real(is_double(at({{"precision", "double"}})), size), 8u);
  EXPECT_EQ(with_real(is_double(at({{"precision", "float"}})), size), 4u);
}

TEST(Kit, LimitsSayWhatWouldBeRight) {
  const auto why = [](std::int64_t block) {
    return outside(at({{"block", block}}), "block", {32, 1024, 32}).value_or("right");
  };
  EXPECT_EQ(why(64), "right");
  for (const std::int64_t block : {0, -32, 33, 2048})
    EXPECT_EQ(why(block),
              "block=" + std::to_string(block) + ": give a multiple of 32 from 32 to 1024");
  EXPECT_EQ(outside(at({{"tile", 0}}), "tile", {1, 9}), "tile=0: give 1 to 9");

  const auto shape = [](std::int64_t x, std::int64_t y, std::int64_t border) {
    return invalid_rectangle(at({{"block_x", x}, {"block_y", y}}), border).value_or("right");
  };
  EXPECT_EQ(shape(16, 16, 0), "right");
  EXPECT_EQ(shape(128, 1, 0), "right");
  EXPECT_NE(shape(32, 4, 4).find("no thread to write"), std::string::npos);
  EXPECT_NE(shape(64, 32, 0).find("more than 1024 threads"), std::string::npos);
  EXPECT_NE(shape(17, 8, 0).find("not whole warps"), std::string::npos);
  EXPECT_NE(shape(0, 8, 0).find("at least 1"), std::string::npos);
  EXPECT_EQ(shape(std::int64_t{1} << 40, 8, 0).substr(0, 8), "block_x=");

  EXPECT_EQ(first_of({std::nullopt, "one", "two"}), "one");
  EXPECT_FALSE(first_of({std::nullopt, std::nullopt}));
}

TEST(Kit, ATextMatchesAsAWhole) {
  const auto check = matching("auto|[1-9][0-9]*", "auto or a number");
  for (const char* text : {"auto", "70"}) EXPECT_EQ(check(text), "");
  for (const char* text : {"", "0", "autos", "7 0"}) EXPECT_EQ(check(text), "auto or a number");
}

TEST(Kit, StepsOfASeriesAreLogSpaced) {
  EXPECT_EQ(log_spaced(1, 1), (std::vector{1}));
  EXPECT_EQ(log_spaced(1, 10), (std::vector{1, 2, 3, 4, 6, 7, 10}));
  EXPECT_EQ(log_spaced(10, 100), (std::vector{10, 13, 18, 24, 32, 42, 56, 75, 100}));
  EXPECT_EQ(log_spaced(1, 5000).back(), 5000);
}

TEST(Kit, ATraceAdvancesBetweenItsSteps) {
  std::vector<std::pair<int, int>> advanced;
  const auto along = trace_at(
      {.steps = {1, 3, 9}, .x_name = "time", .unit = 0.5},
      [&](int first, int last) { advanced.emplace_back(first, last); },
      [](int step) {
        return std::map<std::string, double>{{"squared", step * step}};
      });
  EXPECT_EQ(advanced, (std::vector<std::pair<int, int>>{{1, 1}, {2, 3}, {4, 9}}));
  EXPECT_EQ(along.at("squared").x_name, "time");
  EXPECT_EQ(along.at("squared").x, (std::vector{0.5, 1.5, 4.5}));
  EXPECT_EQ(along.at("squared").y, (std::vector{1.0, 9.0, 81.0}));
}

static __global__ void append(device::span<int> log, device::span<int> length, int value) {
  log[length[0]] = value;
  ++length[0];
}

/// What the steps of a run wrote, in the order in which they ran, in two runs.
std::vector<int> replayed(const captured_run::plan& how, int period) {
  device::buffer<int> log(64), length(1);
  length.upload(std::vector{0});
  device::stream queue;
  captured_run replay(how);
  for (int i = 0; i < 2; ++i) {
    replay.run(queue, [&](int first, int last) {
      for (int s = first; s <= last; ++s)
        device::launch(queue, append, {}, log.view(), length.view(), s % period);
    });
  }
  queue.synchronize();
  auto written = log.to_host();
  written.resize(length.to_host().at(0));
  return written;
}

TEST(Kit, GraphsReplayWhatAStreamRuns) {
  for (const int steps : {0, 1, 4, 11}) {
    const auto expected = replayed({.steps = steps, .part = 4}, 100);
    EXPECT_EQ(expected.size(), 2u * steps);
    EXPECT_EQ(replayed({.steps = steps, .part = 4, .in_graph = true}, 100), expected);
    EXPECT_EQ(replayed({.steps = steps, .part = 4, .in_graph = true, .alike = true}, 2),
              replayed({.steps = steps, .part = 4}, 2));
  }
  for (const bool in_graph : {false, true}) {
    EXPECT_EQ(replayed({.steps = 9, .part = 2, .in_graph = in_graph, .first = 7}, 100),
              (std::vector{7, 8, 9, 7, 8, 9}));
  }
}

TEST(Kit, ARunThatWaitsForEachStepLaunchesOneAtATime) {
  device::stream queue;
  std::vector<std::pair<int, int>> launched;
  captured_run({.steps = 4, .part = 2, .first = 2, .waits = true})
      .run(queue, [&](int first, int last) { launched.emplace_back(first, last); });
  EXPECT_EQ(launched, (std::vector<std::pair<int, int>>{{2, 2}, {3, 3}, {4, 4}}));
}

/// Takes the steps that it is given at once.
struct walk_in_passes {
  explicit walk_in_passes(std::vector<std::pair<int, int>>& log) : passes(log) {}
  void reset() {}
  void advance(device::stream&, int first, int last) { passes.emplace_back(first, last); }
  int collect(int steps) { return steps; }
  std::map<std::string, double> observe(int steps) { return {{"steps", steps}}; }

  std::vector<std::pair<int, int>>& passes;
};

TEST(Kit, AWalkMayTakeStepsTogether) {
  using passes = std::vector<std::pair<int, int>>;
  device::stream queue;
  for (const bool in_graph : {false, true}) {
    passes taken;
    device_runner<int, walk_in_passes> walk({.steps = 9, .part = 4, .in_graph = in_graph},
                                            {.steps = {1, 3, 9}}, taken);
    walk.run(queue);
    EXPECT_EQ(taken, in_graph ? (passes{{1, 4}, {5, 8}, {9, 9}}) : (passes{{1, 9}}));
    taken.clear();
    walk.run(queue);
    EXPECT_EQ(taken, in_graph ? passes{} : (passes{{1, 9}}));
    taken.clear();
    walk.trace(queue);
    EXPECT_EQ(taken, (passes{{1, 1}, {2, 3}, {4, 9}}));
    EXPECT_EQ(walk.answer(), 9);
  }
}

}  // namespace
