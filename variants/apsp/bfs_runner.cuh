// One of the seven kernels as the harness runs it: a search from every source of the problem, the
// host deciding after each level whether there is another.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/apsp/problem.h"
#include "kernels/apsp/search.cuh"
#include "variants/apsp/graphs.h"
#include "variants/apsp/work.h"
#include "variants/form.h"

namespace retime {

template <class Search>
class bfs_runner final : public runner<apsp::distances> {
 public:
  bfs_runner(const apsp::problem& given, int block, std::size_t ahead)
      : vertices_(given.network.vertices()),
        sources_(given.sources),
        search_(given.network, block, ahead),
        ahead_(ahead),
        cost_(given.sources.size() * static_cast<std::size_t>(vertices_)) {}

  void reset() override { cost_.poison(); }
  void run(device::stream& queue) override {
    launches_ = apsp::search_all(search_, sources_, vertices_, cost_, queue, ahead_);
  }

  apsp::distances answer() override {
    const auto n = static_cast<std::size_t>(vertices_);
    const std::vector<std::int32_t> matrix = cost_.to_host();
    apsp::distances found{.vertices = vertices_};
    for (std::size_t i = 0; i < sources_.size(); ++i)
      found.add(std::span(matrix).subspan(i * n, n));
    found.launches = launches_;
    return found;
  }

  std::optional<launch_report> launch() const override { return search_.describe(); }

 private:
  apsp::vertex vertices_;
  std::vector<apsp::vertex> sources_;
  Search search_;
  std::size_t ahead_;
  device::buffer<int> cost_;
  std::int64_t launches_ = 0;
};

/// Blocks are those of Figure 15, on to today's largest; the paper's other figures have 256.
/// Neighbours that a thread looks at together, and levels that are enqueued ahead of the host's
/// knowledge, hide latency (`relax`, `search_all`); 1 and 0 are printed.
inline std::vector<tuning_axis> bfs_axes() {
  std::vector<axis_value> blocks;
  for (std::int64_t block = 32; block <= 1024; block += 32) blocks.emplace_back(block);
  return {
      tuning("block", std::move(blocks), 256),
      {.name = "neighbours_at_once", .values = {1, 4, 8}, .fallback = 1, .formerly = "together"},
      {.name = "levels_ahead", .values = {0, 1, 2}, .fallback = 0, .formerly = "ahead"}};
}

inline std::map<std::string, axis_value> bfs_printed() {
  return {{"block", 256}, {"neighbours_at_once", 1}, {"levels_ahead", 0}};
}

inline std::optional<std::string> bfs_invalid(const point& at) {
  const std::int64_t block = at.integer("block");
  if (block < 1 || block > 1024) return "block=" + std::to_string(block) + ": 1 to 1024 threads";
  const std::int64_t together = at.integer("neighbours_at_once");
  if (together != 1 && together != 4 && together != 8)
    return "neighbours_at_once=" + std::to_string(together) + ": 1, 4 or 8 neighbours";
  const std::int64_t ahead = at.integer("levels_ahead");
  if (ahead < 0 || ahead > 8) return "levels_ahead=" + std::to_string(ahead) + ": 0 to 8 levels";
  return std::nullopt;
}

/// Every source's distances stay on the device until the answer is asked for; the graph takes up to
/// 5 bytes an arc.
inline double bfs_memory_bytes(const point& at) {
  return 4 * at.real("n") * apsp_axes::source_count(at) + 5 * apsp_axes::expected_arcs(at) +
         32 * at.real("n");
}

template <template <int Together> class Search>
std::unique_ptr<runner<apsp::distances>> prepare_bfs(const apsp::problem& given, const point& at) {
  const int block = static_cast<int>(at.integer("block"));
  const auto ahead = static_cast<std::size_t>(at.integer("levels_ahead"));
  switch (at.integer("neighbours_at_once")) {
    case 1:
      return std::make_unique<bfs_runner<Search<1>>>(given, block, ahead);
    case 4:
      return std::make_unique<bfs_runner<Search<4>>>(given, block, ahead);
    default:
      return std::make_unique<bfs_runner<Search<8>>>(given, block, ahead);
  }
}

}  // namespace retime
