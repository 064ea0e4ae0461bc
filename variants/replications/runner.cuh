// Replications on the device, as the harness runs them.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/replications/device_generators.cuh"
#include "kernels/replications/in_block.cuh"
#include "kernels/replications/tlp.cuh"
#include "kernels/replications/wlp.cuh"
#include "variants/replications/model_form.h"

namespace replications {

/// What all launches read and write on the device.
template <class Model>
struct device_replications {
  explicit device_replications(const problem& problem)
      : parameters(std::any_cast<const typename Model::parameters&>(problem.parameters)),
        count(static_cast<unsigned>(problem.replications)),
        numbers(replication_numbers(problem.replications, problem.first_replication)),
        keys(stream_keys(problem.generator, problem.seed, numbers)),
        results(count * std::size(Model::quantities)) {}

  outcome collect() const { return {numbers, results.to_host()}; }

  typename Model::parameters parameters;
  unsigned count;
  std::vector<std::int64_t> numbers;
  device::buffer<word> keys;
  device::buffer<double> results;
};

constexpr unsigned blocks_for(unsigned items, unsigned per_block) {
  return (items + per_block - 1) / per_block;
}

/// A replication a warp or a thread.
template <class Model>
class plain_runner final : public retime::runner<outcome> {
 public:
  using kernel = void (*)(typename Model::parameters, device::span<const word>,
                          device::span<double>, unsigned);

  plain_runner(const char* name, kernel function, const problem& problem, dim3 block,
               unsigned threads_each)
      : name_(name),
        kernel_(function),
        data_(problem),
        shape_{.grid = dim3(blocks_for(data_.count, block.x * block.y / threads_each)),
               .block = block} {}

  void reset() override { data_.results.poison(); }
  void run(device::stream& queue) override {
    device::launch(queue, kernel_, shape_, data_.parameters, std::as_const(data_.keys).view(),
                   data_.results.view(), data_.count);
  }
  outcome answer() override { return data_.collect(); }
  std::optional<retime::launch_report> launch() const override {
    return device::describe(name_, kernel_, shape_);
  }

 private:
  const char* name_;
  kernel kernel_;
  device_replications<Model> data_;
  device::launch_shape shape_;
};

/// A replication shared by the threads of a block or of several.
template <class Model, class Generator>
class in_block_runner final : public retime::runner<outcome> {
 public:
  in_block_runner(const problem& problem, const sharing& shared)
      : data_(problem),
        shared_(shared),
        skips_(skip_table(problem.generator, shared.parts)),
        block_states_(shared.parts.blocks > 1 ? std::size_t(data_.count) * shared.parts.blocks
                                              : 0) {}

  void reset() override {
    data_.results.poison();
    block_states_.poison();
  }
  void run(device::stream& queue) override {
    device::launch(queue, run_in_block<Model, Generator>, shape(), data_.parameters, shared_,
                   std::as_const(data_.keys).view(), std::as_const(skips_).view(),
                   data_.results.view(), block_states_.view(), data_.count);
    if (block_states_.size() == 0) return;
    constexpr unsigned threads = 128;
    device::launch(queue, merge_blocks<Model>,
                   {.grid = dim3(blocks_for(data_.count, threads)), .block = dim3(threads)},
                   data_.parameters, std::as_const(block_states_).view(), data_.results.view(),
                   static_cast<unsigned>(shared_.parts.blocks), data_.count);
  }
  outcome answer() override { return data_.collect(); }
  std::optional<retime::launch_report> launch() const override {
    return device::describe("run_in_block", run_in_block<Model, Generator>, shape());
  }

 private:
  static constexpr std::size_t scratch_bytes() {
    if constexpr (sequential_model<Model>)
      return std::max(sizeof(typename Model::state), sizeof(typename Model::effect));
    else
      return sizeof(typename Model::state);
  }
  device::launch_shape shape() const {
    const auto threads = static_cast<unsigned>(shared_.parts.threads);
    return {.grid = dim3(data_.count * static_cast<unsigned>(shared_.parts.blocks)),
            .block = dim3(threads),
            .shared_bytes = threads * scratch_bytes()};
  }

  device_replications<Model> data_;
  sharing shared_;
  device::buffer<word> skips_;
  device::buffer<typename Model::state> block_states_;
};

/// So many blocks a multiprocessor are spread over the replications, as far as the items of one
/// keep the threads of several blocks busy for longer than their states take to merge.
template <class Model>
sharing share_out(const problem& problem, const retime::point& tuning) {
  constexpr std::int64_t least_items = 64;  // of a thread
  const std::int64_t items =
      Model::items(std::any_cast<const typename Model::parameters&>(problem.parameters));
  const std::int64_t threads = tuning.integer("block");
  std::int64_t blocks = 1;
  if (!sequential_model<Model>) {
    const std::int64_t resident = std::int64_t{device::current().multiprocessors} *
                                  tuning.integer("blocks_per_multiprocessor");
    blocks = std::min(resident / problem.replications, items / (threads * least_items));
    blocks = std::max<std::int64_t>(blocks, 1);
  }
  const auto each = static_cast<int>((items + threads * blocks - 1) / (threads * blocks));
  return {.parts = {.threads = static_cast<int>(threads),
                    .blocks = static_cast<int>(blocks),
                    .words = static_cast<std::uint64_t>(each) * Model::words_per_item},
          .items = each};
}

template <class Model>
runner make_wlp(const problem& problem, const retime::point& tuning) {
  return with_device_generator(problem.generator, [&]<class Generator>() -> runner {
    const auto warps = static_cast<unsigned>(tuning.integer("warps_per_block"));
    if (tuning.text("warp_index") == "launch")
      return std::make_unique<plain_runner<Model>>(
          "run_wlp_by_launch", run_wlp_by_launch<Model, Generator>, problem, dim3(32, warps), 32);
    return std::make_unique<plain_runner<Model>>("run_wlp", run_wlp<Model, Generator>, problem,
                                                 dim3(32 * warps), 32);
  });
}

template <class Model>
runner make_tlp(const problem& problem, const retime::point& tuning) {
  return with_device_generator(problem.generator, [&]<class Generator>() -> runner {
    const dim3 block(static_cast<unsigned>(tuning.integer("block")));
    return std::make_unique<plain_runner<Model>>("run_tlp", run_tlp<Model, Generator>, problem,
                                                 block, 1);
  });
}

template <class Model>
runner make_in_block(const problem& problem, const retime::point& tuning) {
  return with_device_generator(problem.generator, [&]<class Generator>() -> runner {
    if constexpr (divisible_model<Model> && can_skip(Generator::kind)) {
      return std::make_unique<in_block_runner<Model, Generator>>(problem,
                                                                 share_out<Model>(problem, tuning));
    } else {
      throw std::logic_error("in_block.cpp refuses this point");
    }
  });
}

}  // namespace replications
