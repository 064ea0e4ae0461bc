// A search from many sources in one launch, as the harness runs it.
#pragma once

#include <memory>

#include "kernels/apsp/search_output.cuh"
#include "variants/apsp/many_sources.h"

namespace apsp {

/// `Search` is made of the problem and its plan, and has run(stream), output(), graph_bytes() and
/// describe().
template <class Search>
class many_sources_runner final : public many_sources {
 public:
  many_sources_runner(const problem& problem, const typename Search::launch_plan& plan)
      : vertices_(problem.network.vertices()), search_(problem, plan) {}

  void reset() override { search_.output().poison(); }
  void run(device::stream& queue) override { search_.run(queue); }

  distances answer() override {
    distances answer{.vertices = vertices_,
                     .launches = 1,
                     .graph_words = static_cast<std::int64_t>(search_.graph_bytes() / 4)};
    search_.output().add_to(answer);
    return answer;
  }

  std::optional<retime::launch_report> launch() const override { return search_.describe(); }

  stored_histogram::counts* pairs_at() override {
    if constexpr (requires { search_.output().pairs_at(); }) return &search_.output().pairs_at();
    return nullptr;
  }

 private:
  vertex vertices_;
  Search search_;
};

template <class Search>
sources_runner run_many_sources(const problem& problem, const typename Search::launch_plan& plan) {
  return std::make_unique<many_sources_runner<Search>>(problem, plan);
}

/// Why a search that stays in a block cannot run, if its state has room for `most` vertices there.
template <int... Lanes>
retime::reason invalid_in_blocks(const retime::point& point,
                                 const retime::static_axis<Lanes...>& lanes, std::int64_t most) {
  return retime::first_of(
      {retime::outside(point, "block", {32, retime::most_threads, retime::warp}),
       retime::outside(point, "pull_from", {0, 1 << 20}), lanes.invalid(point),
       too_many_bits(point, most)});
}

}  // namespace apsp
