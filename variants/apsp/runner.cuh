// A kernel as the harness runs it: a search from every source of the problem, the
// host deciding after each level whether there is another.
#pragma once

#include <memory>

#include "kernels/apsp/search.cuh"
#include "variants/apsp/axes.h"

namespace apsp {

template <class Search>
class search_runner final : public retime::runner<distances> {
 public:
  search_runner(const problem& problem, int block, std::size_t ahead)
      : problem_(problem),
        search_(problem.network, block, ahead),
        ahead_(ahead),
        cost_(problem.sources.size() * problem.network.vertices()) {}

  void reset() override { cost_.poison(); }
  void run(device::stream& queue) override {
    launches_ = search_all(search_, problem_, cost_, queue, ahead_);
  }

  distances answer() override {
    distances answer{.vertices = problem_.network.vertices(),
                     .launches = launches_,
                     .graph_words = static_cast<std::int64_t>(search_.graph_bytes() / 4)};
    answer.add_rows(cost_.to_host());
    return answer;
  }

  std::optional<retime::launch_report> launch() const override { return search_.describe(); }

 private:
  const problem& problem_;
  Search search_;
  std::size_t ahead_;
  device::buffer<int> cost_;
  std::int64_t launches_ = 0;
};

template <template <int AtOnce> class Search>
std::unique_ptr<retime::runner<distances>> prepare_search(const problem& problem,
                                                          const retime::point& tuning) {
  using runner = std::unique_ptr<retime::runner<distances>>;
  return neighbours_at_once.dispatch(tuning, [&]<int AtOnce>() -> runner {
    return std::make_unique<search_runner<Search<AtOnce>>>(
        problem, static_cast<int>(tuning.integer("block")), tuning.integer("levels_ahead"));
  });
}

template <template <bool Races, int AtOnce> class Search>
struct in_place {
  template <int AtOnce>
  using mended = Search<false, AtOnce>;
  template <int AtOnce>
  using printed = Search<true, AtOnce>;
};

/// The same by the axis `races`.
template <template <bool Races, int AtOnce> class Search>
std::unique_ptr<retime::runner<distances>> prepare_in_place(const problem& problem,
                                                            const retime::point& tuning) {
  return tuning.integer("races") == 0
             ? prepare_search<in_place<Search>::template mended>(problem, tuning)
             : prepare_search<in_place<Search>::template printed>(problem, tuning);
}

}  // namespace apsp
