// Cases that several GPUs share: how they are shared out, and that answers do not depend on it.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cases/case_runner.h"
#include "harness/cases/run_once.h"
#include "kernels/device/device.h"
#include "kernels/device/emulation/devices.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"
#include "variants/kit/several_gpus.h"
#include "variants/kit/shared_out.h"

namespace {

using device::emulation::comes_after;
using retime::several_gpus;
using retime::share;
using retime::shares_of;

retime::point on_gpus(std::int64_t gpus) {
  retime::point at;
  at.set("gpus", gpus);
  return at;
}

TEST(SeveralGpus, SharesAreContiguousWholeAndEven) {
  using shares = std::vector<share>;
  EXPECT_EQ(shares_of(8, 2), (shares{{0, 4}, {4, 4}}));
  EXPECT_EQ(shares_of(5, 4), (shares{{0, 1}, {1, 1}, {2, 1}, {3, 2}}));
  EXPECT_EQ(shares_of(3, 8), (shares{{0, 1}, {1, 1}, {2, 1}})) << "the others have none";
  EXPECT_EQ(shares_of(100, 2, 32), (shares{{0, 64}, {64, 36}})) << "whole units but at the end";
  EXPECT_EQ(shares_of(33, 4, 32), (shares{{0, 32}, {32, 1}}));
  EXPECT_EQ(shares_of(0, 4), shares{});
}

TEST(SeveralGpus, NoMoreThanThereAre) {
  for (const int gpus : {1, 2, 3, 8}) EXPECT_FALSE(too_few_gpus(on_gpus(gpus)));
  EXPECT_EQ(too_few_gpus(on_gpus(9)), "gpus=9: the emulation has 8 GPUs");
  EXPECT_EQ(too_few_gpus(on_gpus(0)), "gpus=0: give 1 to 64");
  EXPECT_FALSE(no_sum_over_gpus(on_gpus(8)));
}

TEST(SeveralGpus, BeginAtTheCurrentOne) {
  const device::on_device here(6);
  EXPECT_EQ(several_gpus(4).devices(), (std::vector{6, 7, 0, 1}));
}

static __global__ void touch() {}

TEST(SeveralGpus, BeginAfterTheQueueWhichWaitsForAll) {
  several_gpus gpus(3);
  device::stream queue;
  device::launch(queue, touch, {});
  std::vector<device::stream*> all;
  std::vector<int> seen;
  gpus.run(
      queue,
      [&](std::size_t i, device::stream& own) {
        EXPECT_EQ(device::backend::current_device(), gpus.devices()[i]);
        EXPECT_EQ(&own == &queue, i == 0);
        EXPECT_TRUE(comes_after(own.state(), queue.state())) << i;
        seen.push_back(static_cast<int>(i));
        if (i != 0) device::launch(own, touch, {});
      },
      [&](const std::vector<device::stream*>& queues) {
        all = queues;
        EXPECT_EQ(seen.size(), 3U);
        EXPECT_FALSE(comes_after(queue.state(), queues[1]->state()));
      });
  ASSERT_EQ(all.size(), 3U);
  for (const auto* each : all)
    EXPECT_TRUE(comes_after(queue.state(), const_cast<device::stream*>(each)->state()));
  std::ranges::sort(seen);
  EXPECT_EQ(seen, (std::vector{0, 1, 2}));
}

TEST(SeveralGpus, AreNotRecordedByAGraph) {
  device::stream queue;
  const auto nothing = [](auto&&...) {};
  const auto run = [&](std::size_t count) {
    several_gpus gpus(count);
    return device::graph::capture(
               queue,
               [&] {
                 gpus.run(
                     queue,
                     [](std::size_t, device::stream& own) { device::launch(own, touch, {}); },
                     nothing);
               })
        .nodes();
  };
  EXPECT_EQ(run(1), 1U);
  EXPECT_THROW(run(2), device::error);
  EXPECT_EQ(run(1), 1U) << "the queue is free again";
}

/// Those of the tree that have the axis.
std::vector<const retime::variant*> of_several_gpus() {
  std::vector<const retime::variant*> found;
  for (const auto& each : retime::variants())
    if (std::ranges::count(each.axes, "gpus", &retime::tuning_axis::name) > 0)
      found.push_back(&each);
  return found;
}

TEST(SeveralGpus, AreWhatTheFormSays) {
  EXPECT_EQ(of_several_gpus().size(), 4U);
  for (const auto* each : of_several_gpus()) {
    EXPECT_EQ(each->gpus(on_gpus(4)), 4) << each->id;
    EXPECT_TRUE(each->id.ends_with("_gpus")) << each->id;
  }
  for (const auto& each : retime::variants()) {
    if (!each.id.ends_with("_gpus")) {
      EXPECT_EQ(each.gpus({}), 1) << each.id;
    }
  }
}

using arrays = std::vector<std::pair<std::string, std::vector<double>>>;

/// All that an answer says.
arrays answered(const tests::workload& on, const retime::variant& which,
                const retime::axis_values& tuning) {
  const auto at = tests::tuned(on, which, tuning);
  EXPECT_FALSE(which.invalid(at)) << *which.invalid(at);
  const auto answer = retime::cases::run_once(*which.prepare(on.problem, at)).answer;
  arrays all;
  for (auto& [name, shape, data] : on.family.arrays(on.problem, answer))
    all.emplace_back(name, std::move(data));
  // What they leave out, but of fields, of which they leave out nothing.
  if (on.family.id == "turning_bands") return all;
  for (const auto& [name, value] : on.family.observe(on.problem, answer).numbers)
    if (name != "launches") all.emplace_back(name, std::vector{value});
  return all;
}

struct shared_case {
  const char* family;
  retime::axis_values workload;
};

/// Shares that are uneven, of which there are fewer than GPUs; two results of a replication; slabs.
const shared_case cases[] = {
    {"apsp", {{"graph", "erdos_renyi"}, {"n", 90}, {"k", 3}}},
    {"apsp", {{"graph", "erdos_renyi"}, {"n", 130}, {"k", 3}, {"distances", "histogram"}}},
    {"apsp", {{"graph", "path"}, {"n", 300}}},
    {"apsp", {{"graph", "path"}, {"n", 1}, {"distances", "histogram"}}},
    {"turning_bands", {{"n", 9}, {"lines", 12}, {"fields", 5}}},
    {"turning_bands", {{"n", 9}, {"nx", 70}, {"lines", 12}}},
    {"turning_bands",
     {{"n", 9},
      {"nx", 70},
      {"lines", 12},
      {"fields", 3},
      {"line_maker", "covariance"},
      {"a", 3.0}}},
    {"turning_bands",
     {{"n", 5},
      {"lines", 12},
      {"fields", 9},
      {"directions", "shared"},
      {"timed", "projection"},
      {"precision", "float"}}},
    {"pcpd", {{"length", "24576"}, {"time", 2}, {"lattices", 13}, {"start", "random:0.7"}}},
    {"pcpd", {{"length", "24576"}, {"time", 2}, {"lattices", 3}, {"generator", "mwc64x"}}},
    {"replications", {{"model", "mm1"}, {"clients", 301}, {"replications", 45}}},
    {"replications",
     {{"model", "walk"}, {"steps", 77}, {"replications", 5}, {"generator", "philox"}}},
    {"replications", {{"model", "pi"}, {"draws", 1999}, {"replications", 1}}},
};

TEST(SeveralGpus, AnswersAreThoseOfOne) {
  for (const auto& [family, given] : cases) {
    const tests::workload on(tests::family_named(family), given);
    const auto members = tests::variants_of(on.family);
    for (const auto* which : of_several_gpus()) {
      if (which->family != family) continue;
      const auto one = std::ranges::find(members, which->base, &retime::variant::id);
      ASSERT_NE(one, members.end());
      const arrays expected = answered(on, **one, {});
      ASSERT_FALSE(expected.empty());
      for (const int gpus : tests::some_of<int>({3, 1, 2, 4, 8}, 2))
        EXPECT_TRUE(answered(on, *which, {{"gpus", gpus}}) == expected)
            << which->family << '/' << which->id << " on " << gpus << " of "
            << testing::PrintToString(given.begin()->first);
    }
  }
}

TEST(SeveralGpus, TheCeilingIsThatOfAllOfThem) {
  const tests::workload on(tests::family_named("replications"),
                           {{"model", "pi"}, {"draws", 199}, {"replications", 20}});
  for (const auto* which : of_several_gpus()) {
    if (which->family != "replications") continue;
    retime::cases::run_options options;
    options.ceiling_bytes_per_s = 10;
    const auto done =
        retime::cases::case_runner(options).run({.family = &on.family,
                                                 .variant = which,
                                                 .point = tests::tuned(on, *which, {{"gpus", 4}}),
                                                 .workload_key = "some"});
    EXPECT_EQ(done.reason, "");
    EXPECT_EQ(done.ceiling_bytes_per_s, 40);
  }
}

}  // namespace
