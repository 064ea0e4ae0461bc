// Ours: what the searches have to beat where arcs have lengths, Floyd's algorithm on the GPU.
#include <cmath>

#include "kernels/apsp/blocked_floyd.cuh"
#include "variants/apsp/axes.h"
#include "variants/apsp/parameters.h"

namespace apsp::blocked_floyd_variant {

using retime::point;

/// Small tiles make short rounds, large ones spare device memory.
constexpr retime::static_axis<64, 128> tile{"tile", 128};

constexpr std::int64_t largest_n = 50000;  // 8 s at the ceiling of an H100, and 10 GB

template <int Tile>
class floyd_runner final : public retime::runner<distances> {
 public:
  explicit floyd_runner(const problem& problem)
      : problem_(problem),
        network_(problem.network),
        floyd_(static_cast<std::size_t>(problem.network.vertices())) {}

  void reset() override { floyd_.poison(); }
  void run(device::stream& queue) override {
    floyd_.set_arcs(queue, network_);
    floyd_.solve(queue);
  }

  distances answer() override {
    distances found{.vertices = problem_.network.vertices()};
    for (const vertex source : problem_.sources) {
      auto row = floyd_.row(static_cast<std::size_t>(source));
      for (auto& d : row) d = d < floyd_infinity ? d : unreached;
      found.add(row);
    }
    return found;
  }

  std::optional<retime::launch_report> launch() const override { return floyd_.describe(); }

 private:
  const problem& problem_;
  csr_network network_;
  blocked_floyd<Tile> floyd_;
};

retime::reason too_long(const point& at) {
  const std::int64_t n = at.integer("n");
  if (n <= largest_n) return std::nullopt;
  return "n=" + std::to_string(n) +
         ": n^3 steps take too long beyond n=" + std::to_string(largest_n);
}

retime::reason invalid(const point& at) {
  return retime::first_of({no_histogram(at), too_long(at), tile.invalid(at)});
}

/// The matrix in whole tiles with one more row of them, and the graph that it is made of.
double memory_bytes(const point& at) {
  const double width = at.real(tile.name), side = std::ceil(at.real("n") / width) * width;
  return 4 * ((side + width) * side + at.real("n") + 1 + expected_arcs(at));
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point& tuning) {
  using runner = std::unique_ptr<retime::runner<distances>>;
  return tile.dispatch(
      tuning, [&]<int Tile>() -> runner { return std::make_unique<floyd_runner<Tile>>(problem); });
}

REGISTER_VARIANT(problem, {.id = "blocked_floyd",
                           .base = "cpu_floyd",
                           .axes = {tile.axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace apsp::blocked_floyd_variant
