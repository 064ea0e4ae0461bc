// One of the seven kernels as the harness runs it: a search from every source of the problem, the
// host deciding after each level whether there is another.
#pragma once

#include <memory>
#include <vector>

#include "kernels/apsp/search.cuh"
#include "variants/apsp/axes.h"

namespace apsp {

template <class Search>
class search_runner final : public retime::runner<distances> {
 public:
  search_runner(const problem& problem, int block, std::size_t ahead)
      : vertices_(problem.network.vertices()),
        sources_(problem.sources),
        search_(problem.network, block, ahead),
        ahead_(ahead),
        cost_(problem.sources.size() * static_cast<std::size_t>(vertices_)) {}

  void reset() override { cost_.poison(); }
  void run(device::stream& queue) override {
    launches_ = search_all(search_, sources_, vertices_, cost_, queue, ahead_);
  }

  distances answer() override {
    distances found{.vertices = vertices_};
    found.add_rows(cost_.to_host());
    found.launches = launches_;
    return found;
  }

  std::optional<retime::launch_report> launch() const override { return search_.describe(); }

 private:
  vertex vertices_;
  std::vector<vertex> sources_;
  Search search_;
  std::size_t ahead_;
  device::buffer<int> cost_;
  std::int64_t launches_ = 0;
};

template <template <int AtOnce> class Search>
std::unique_ptr<retime::runner<distances>> prepare_search(const problem& problem,
                                                          const retime::point& tuning) {
  using runner = std::unique_ptr<retime::runner<distances>>;
  const int block = static_cast<int>(tuning.integer("block"));
  const auto ahead = static_cast<std::size_t>(tuning.integer("levels_ahead"));
  return neighbours_at_once.dispatch(tuning, [&]<int AtOnce>() -> runner {
    return std::make_unique<search_runner<Search<AtOnce>>>(problem, block, ahead);
  });
}

}  // namespace apsp
