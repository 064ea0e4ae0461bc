// The family: all-pairs shortest paths by breadth-first search (Leist, Playne and Hawick 2009,
// Section 4).
#include <limits>
#include <map>
#include <string>

#include "kernels/apsp/reference.h"
#include "variants/apsp/axes.h"
#include "variants/apsp/parameters.h"
#include "variants/apsp/verification.h"

namespace apsp {
namespace {

/// What the problem alone says.
retime::observables observe_graph(const problem& problem) {
  retime::observables seen;
  const double n = problem.network.vertices();
  const auto arcs = static_cast<double>(problem.network.arcs());
  seen.numbers = {
      {"vertices", n},
      {"arcs", arcs},
      {"left_out", problem.left_out},
      {"mean_degree", arcs / n},
      {"clustering", problem.clustering},
      {"sources", static_cast<double>(problem.sources.size())},
  };
  return seen;
}

/// Pairs at each distance, and what follows from their numbers.
retime::observables observe_histogram(const problem& problem, const distances& got) {
  retime::observables seen = observe_graph(problem);
  const auto sources = static_cast<double>(problem.sources.size());
  double sum = 0, joined = 0;
  retime::series& pairs = seen.along["pairs_at_distance"];
  pairs.x_name = "distance";
  for (std::size_t d = 0; d < got.pairs_at.size(); ++d) {
    const auto count = static_cast<double>(got.pairs_at[d]);
    sum += static_cast<double>(d) * count;
    joined += count;
    pairs.x.push_back(static_cast<double>(d));
    pairs.y.push_back(count);
  }
  seen.numbers["mean_shortest_path"] = joined > sources ? sum / (joined - sources) : 0;
  seen.numbers["diameter"] = static_cast<double>(got.pairs_at.size()) - 1;
  seen.numbers["unreached_pairs"] = sources * problem.network.vertices() - joined;
  return seen;
}

retime::observables observe(const problem& problem, const distances& got) {
  if (problem.histogram_only) return observe_histogram(problem, got);
  retime::observables seen = observe_graph(problem);
  const auto sources = static_cast<double>(problem.sources.size());
  const totals all = sum_up(got);
  std::map<std::int32_t, double> eccentricities;
  std::uint64_t checksum = 0;
  for (const row_summary& row : got.rows) {
    ++eccentricities[row.eccentricity];
    checksum = checksum * 31 + row.checksum;
  }
  seen.numbers.insert({
      {"mean_shortest_path", all.mean_shortest_path},
      {"diameter", eccentricities.rbegin()->first},
      {"radius", eccentricities.begin()->first},
      {"unreached_pairs", static_cast<double>(all.unreached_pairs)},
      {"levels", static_cast<double>(all.levels) / sources},
      // 53 bits: a double holds them exactly.
      {"distance_checksum", static_cast<double>(checksum >> 11)},
  });
  // Records hold no number for what is unknown.
  if (all.mean_shortest_path_error)
    seen.numbers["mean_shortest_path_error"] = *all.mean_shortest_path_error;
  if (all.levels_error) seen.numbers["levels_error"] = *all.levels_error;
  if (got.launches > 0) seen.numbers["launches"] = static_cast<double>(got.launches) / sources;
  if (got.graph_words > 0) seen.numbers["graph_words"] = static_cast<double>(got.graph_words);
  retime::series& spread = seen.along["eccentricities"];
  spread.x_name = "eccentricity";
  for (const auto& [value, count] : eccentricities) {
    spread.x.push_back(value);
    spread.y.push_back(count);
  }
  return seen;
}

// The arcs go with the distances, so that anybody can compute them anew.
std::vector<retime::saved_array> arrays(const problem& problem, const distances& got) {
  retime::saved_array sources{
      "sources", {problem.sources.size()}, {problem.sources.begin(), problem.sources.end()}};
  retime::saved_array arcs{"arcs", {problem.network.targets.size(), 2}, {}};
  for (const auto& [v, w] : arcs_of(problem.network))
    arcs.data.insert(arcs.data.end(), {static_cast<double>(v), static_cast<double>(w)});
  if (problem.histogram_only) {
    retime::saved_array pairs{
        "pairs_at_distance", {got.pairs_at.size()}, {got.pairs_at.begin(), got.pairs_at.end()}};
    return {std::move(pairs), std::move(sources), std::move(arcs)};
  }
  retime::saved_array matrix{
      "distances", {got.kept_rows(), static_cast<std::size_t>(got.vertices)}, {}};
  for (const std::int32_t d : got.matrix) {
    matrix.data.push_back(d == unreached ? std::numeric_limits<double>::infinity() : d);
  }
  retime::saved_array furthest{"eccentricities", {got.rows.size()}, {}};
  for (const row_summary& row : got.rows) furthest.data.push_back(row.eccentricity);
  return {std::move(matrix), std::move(sources), std::move(furthest), std::move(arcs)};
}

/// Dense and sparse, connected and not, of one vertex, and with more vertices than sources.
std::vector<retime::axis_values> examples() {
  return {{{"graph", "watts_ring"}, {"n", 60}, {"k", 6}},
          {{"graph", "barabasi_albert"}, {"n", 80}, {"m", 4}},
          {{"graph", "erdos_renyi"}, {"n", 70}, {"k", 2}},
          {{"graph", "erdos_renyi"}, {"n", 600}, {"k", 6}, {"sources", "3"}},
          {{"graph", "ring"}, {"n", 33}},
          {{"graph", "path"}, {"n", 1}},
          {{"graph", "torus"}, {"n", 48}},
          {{"graph", "complete"}, {"n", 33}},
          {{"graph", "erdos_renyi"}, {"n", 90}, {"k", 3}, {"distances", "histogram"}}};
}

}  // namespace

REGISTER_FAMILY(problem, {
                             .id = "apsp",
                             .title = "All-pairs shortest paths by breadth-first search",
                             .axes = workload_axes(),
                             .size_axis = "n",
                             .examples = examples(),
                             .resolve = resolve,
                             .make = make_problem,
                             .reference = reference,
                             .compare = compare,
                             .observe = observe,
                             .arrays = arrays,
                         });

}  // namespace apsp
