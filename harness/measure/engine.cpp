#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/host/clock.h"
#include "harness/measure/block_collector.h"
#include "harness/measure/device_monitor.h"
#include "harness/measure/sampler.h"
#include "harness/measure/shuffled_order.h"

namespace retime {
namespace {

// A block is one reading of the device's state: long enough to pay for it, short enough to throw
// away.
constexpr double block_ns = 20e6;
constexpr double most_per_block = 256;
constexpr std::uint64_t least_rounds =
    10;  // fewer pairs of blocks do not show how much pairs differ

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

double running_s(const measurement& timed) {
  const auto sum = [](const std::vector<double>& ns) {
    return std::accumulate(ns.begin(), ns.end(), 0.0);
  };
  const auto runs = static_cast<double>(timed.runs_per_sample);
  return 1e-9 * runs * (sum(timed.samples_ns) + sum(timed.throttled_ns));
}

measurement brief(sampling_setup& target, const measure_options& options) {
  const stopwatch watch;
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
  result.wall_s = target.wall_s + watch.s();
  return result;
}

/// The blocks of one case, all of one size, of which several may be under way.
class block_queue {
 public:
  block_queue(sampling_setup& target, const measure_options& options)
      : target_(target), size_(block_size(target)), collected_(target, options) {}

  void start() {
    target_.samples->start(size_);
    ++under_way_;
  }

  /// Reads the device's state, then waits for the block that was started first.
  void finish() {
    device_state state = target_.read_state();
    auto samples = target_.samples->finish();
    samples_ += samples.size();
    collected_.add(std::move(samples), {.block = finished_, .state = std::move(state)});
    ++finished_;
    --under_way_;
  }

  bool is_idle() const { return under_way_ == 0; }
  std::size_t samples() const { return samples_; }
  double block_s() const { return static_cast<double>(size_) * target_.sample_ns * 1e-9; }
  const block_collector& collected() const { return collected_; }

 private:
  sampling_setup& target_;
  std::size_t size_;
  block_collector collected_;
  std::size_t under_way_ = 0, samples_ = 0;
  std::uint64_t finished_ = 0;
};

}  // namespace

measurement sample(sampling_setup& target, const measure_options& options) {
  if (target.only_sample_ns) return single(target, options);
  if (options.brief) return brief(target, options);
  const stopwatch watch;
  const double budget_s = options.budget_s - target.wall_s;
  block_queue blocks(target, options);
  blocks.start();
  std::optional<stop_reason> reason;
  while (!reason) {
    // One block ahead, so that the device has work while the host reads the state and looks at the
    // samples. Not where that block would overrun the budget.
    if (watch.s() + 2 * blocks.block_s() < budget_s) blocks.start();
    blocks.finish();
    reason = blocks.collected().reason();
    if (reason || !blocks.is_idle()) continue;
    if (blocks.samples() >= fewest_samples)
      reason = stop_reason::budget;
    else
      blocks.start();
  }
  while (!blocks.is_idle()) blocks.finish();
  measurement result = blocks.collected().result(*reason);
  result.energy = energy_used(result.blocks, running_s(result), watch.s());
  result.wall_s = target.wall_s + watch.s();
  return result;
}

namespace {

/// Rounds of one block of every case.
class interleaving {
 public:
  interleaving(std::span<sampling_setup> targets, const measure_options& options)
      : targets_(targets), options_(options), rounds_asked_(options.brief ? options.brief({}) : 0) {
    for (const auto& target : targets) {
      collected_.emplace_back(target, options);
      wall_s_.push_back(target.wall_s);
      budget_s_ += options.budget_s - target.wall_s;
    }
  }

  void take_round(std::uint64_t round) {
    const stopwatch watch;
    const auto order = round_order(targets_.size(), options_.seed, round);
    for (std::size_t position = 0; position < order.size(); ++position)
      take_block(order[position], {.block = round, .position = position});
    round_s_ = watch.s();
  }

  bool is_done(std::uint64_t rounds) const {
    const auto is_single = [](const auto& target) { return target.only_sample_ns.has_value(); };
    if (std::ranges::all_of(targets_, is_single)) return rounds > 0;
    if (options_.brief) return rounds >= rounds_asked_;
    if (rounds >= fewest_samples && watch_.s() + round_s_ > budget_s_) return true;
    return rounds >= least_rounds && all_settled();
  }

  std::vector<measurement> results() const {
    std::vector<measurement> all;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      all.push_back(collected_[i].result(settled(i).value_or(stop_reason::budget)));
      all.back().wall_s = wall_s_[i];
    }
    return all;
  }

 private:
  std::optional<stop_reason> settled(std::size_t place) const {
    if (targets_[place].only_sample_ns) return stop_reason::single;
    return collected_[place].reason();
  }

  bool all_settled() const {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (!settled(i)) return false;
    }
    return true;
  }

  void take_block(std::size_t place, sample_block block) {
    sampling_setup& target = targets_[place];
    if (target.only_sample_ns) {
      if (block.block > 0) return;
      block.state = target.read_state();
      return collected_[place].add({*target.only_sample_ns}, std::move(block));
    }
    const stopwatch watch;
    // The first run finds the caches as another case left them.
    if (target.sample_ns < block_ns) {
      target.samples->start(1);
      target.samples->finish();
    }
    target.samples->start(options_.brief ? 1 : block_size(target));
    block.state = target.read_state();
    collected_[place].add(target.samples->finish(), std::move(block));
    wall_s_[place] += watch.s();
  }

  std::span<sampling_setup> targets_;
  const measure_options& options_;
  std::size_t rounds_asked_;
  std::vector<block_collector> collected_;
  std::vector<double> wall_s_;
  double budget_s_ = 0, round_s_ = 0;
  stopwatch watch_;
};

}  // namespace

std::vector<measurement> sample_interleaved(std::span<sampling_setup> targets,
                                            const measure_options& options) {
  interleaving session(targets, options);
  for (std::uint64_t round = 0; !session.is_done(round); ++round) session.take_round(round);
  return session.results();
}

}  // namespace retime
