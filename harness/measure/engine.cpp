#include "harness/measure/engine.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <utility>

#include "harness/measure/block_collector.h"

namespace retime {
namespace {

using wall_clock = std::chrono::steady_clock;

// A block is one reading of the device's state: long enough to pay for it, short enough to throw
// away.
constexpr double block_ns = 20e6;
constexpr double most_per_block = 256;
constexpr std::uint64_t least_rounds =
    10;  // fewer pairs of blocks do not show how much pairs differ

double seconds_since(wall_clock::time_point begin) {
  return std::chrono::duration<double>(wall_clock::now() - begin).count();
}

std::size_t block_size(const sampling_setup& target) {
  return static_cast<std::size_t>(
      std::clamp(block_ns / std::max(target.sample_ns, 1.0), 1.0, most_per_block));
}

measurement single(const sampling_setup& target, const measure_options& options) {
  block_collector collected(target, options);
  collected.add({*target.only_sample_ns}, {.state = target.read_state()});
  measurement result = collected.result(stop_reason::single);
  result.wall_s = target.wall_s;
  return result;
}

measurement brief(sampling_setup& target, const measure_options& options) {
  const auto begin = wall_clock::now();
  block_collector collected(target, options);
  std::vector<double> so_far;
  std::uint64_t block = 0;
  for (auto count = options.brief(so_far); count > 0; count = options.brief(so_far)) {
    target.samples->start(count);
    device_state state = target.read_state();
    auto samples = target.samples->finish();
    so_far.insert(so_far.end(), samples.begin(), samples.end());
    collected.add(std::move(samples), {.block = block++, .state = std::move(state)});
  }
  measurement result = collected.result(stop_reason::budget);
  result.wall_s = target.wall_s + seconds_since(begin);
  return result;
}

}  // namespace

measurement sample(sampling_setup& target, const measure_options& options) {
  if (target.only_sample_ns) return single(target, options);
  if (options.brief) return brief(target, options);
  const auto begin = wall_clock::now();
  const double budget_s = options.budget_s - target.wall_s;
  block_collector collected(target, options);
  std::uint64_t started = 0, finished = 0;
  std::size_t taken = 0;
  const auto start_block = [&](std::size_t count) {
    target.samples->start(count);
    ++started;
  };
  const auto finish_block = [&](device_state state) {
    auto samples = target.samples->finish();
    taken += samples.size();
    collected.add(std::move(samples), {.block = finished, .state = std::move(state)});
    ++finished;
  };
  const std::size_t count = block_size(target);
  start_block(count);
  std::optional<stop_reason> reason;
  while (!reason) {
    // One block ahead, so that the device has work while the host reads the state and looks at the
    // samples. Not where that block would overrun the budget.
    const double block_s = static_cast<double>(count) * target.sample_ns * 1e-9;
    const bool ahead = seconds_since(begin) + 2 * block_s < budget_s;
    if (ahead) start_block(count);
    finish_block(target.read_state());
    reason = collected.reason();
    if (!reason && started == finished) {
      if (taken >= fewest_samples)
        reason = stop_reason::budget;
      else
        start_block(count);
    }
  }
  while (finished < started) finish_block(target.read_state());
  measurement result = collected.result(*reason);
  result.wall_s = target.wall_s + seconds_since(begin);
  return result;
}

std::vector<std::size_t> round_order(std::size_t cases, std::uint64_t seed, std::uint64_t round) {
  std::seed_seq mixed{seed, seed >> 32, round, round >> 32};
  std::mt19937_64 engine(mixed);
  std::vector<std::size_t> order(cases);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Not std::shuffle, whose result the standard leaves open.
  for (std::size_t i = cases; i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  return order;
}

std::vector<measurement> sample_interleaved(std::span<sampling_setup> targets,
                                            const measure_options& options) {
  const auto begin = wall_clock::now();
  std::vector<block_collector> collected;
  std::vector<double> wall_s;
  double budget_s = 0;
  for (const auto& target : targets) {
    collected.emplace_back(target, options);
    wall_s.push_back(target.wall_s);
    budget_s += options.budget_s - target.wall_s;
  }
  const std::size_t wanted_rounds = options.brief ? options.brief({}) : 0;
  const auto settled = [&](std::size_t which) -> std::optional<stop_reason> {
    if (targets[which].only_sample_ns) return stop_reason::single;
    return collected[which].reason();
  };
  const auto all_settled = [&](std::uint64_t rounds) {
    bool settled_all = true, all_single = true;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      settled_all = settled_all && settled(i);
      all_single = all_single && targets[i].only_sample_ns;
    }
    if (all_single) return rounds > 0;
    return options.brief ? rounds >= wanted_rounds : settled_all && rounds >= least_rounds;
  };
  const auto take_block = [&](std::size_t which, std::uint64_t round, std::uint64_t position) {
    const auto block_begin = wall_clock::now();
    sampling_setup& target = targets[which];
    if (target.only_sample_ns) {
      if (round == 0)
        collected[which].add({*target.only_sample_ns},
                             {.position = position, .state = target.read_state()});
      return;
    }
    // The first run finds the caches as another case left them.
    if (target.sample_ns < block_ns) {
      target.samples->start(1);
      target.samples->finish();
    }
    target.samples->start(options.brief ? 1 : block_size(target));
    device_state state = target.read_state();
    collected[which].add(target.samples->finish(),
                         {.block = round, .position = position, .state = std::move(state)});
    wall_s[which] += seconds_since(block_begin);
  };
  double round_s = 0;
  for (std::uint64_t round = 0;
       options.brief || round < fewest_samples || seconds_since(begin) + round_s <= budget_s;
       ++round) {
    if (all_settled(round)) break;
    const auto round_begin = wall_clock::now();
    const auto order = round_order(targets.size(), options.seed, round);
    for (std::size_t position = 0; position < order.size(); ++position)
      take_block(order[position], round, position);
    round_s = seconds_since(round_begin);
  }
  std::vector<measurement> results;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    results.push_back(collected[i].result(settled(i).value_or(stop_reason::budget)));
    results.back().wall_s = wall_s[i];
  }
  return results;
}

}  // namespace retime
