#include "variants/apsp/parameters.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include "kernels/apsp/generate.h"
#include "kernels/apsp/read_graph.h"
#include "kernels/support/bad_input.h"

namespace apsp {

using retime::point;

namespace {

/// A kind of graph, and the axes it has beside n.
struct kind {
  std::string name;  ///< empty: a file
  std::vector<std::string> own_axes;
  graph (*make)(const point&);
  /// Refuses early what `make` would refuse.
  void (*check)(const point&) = [](const point&) {};
};

vertex vertex_of(const point& workload, const char* axis) {
  return static_cast<vertex>(workload.integer(axis));
}
vertex n_of(const point& workload) { return vertex_of(workload, "n"); }

lot lot_of(const point& workload) {
  return {static_cast<std::uint64_t>(workload.integer("seed")),
          static_cast<std::uint64_t>(workload.integer("instance"))};
}

watts_parameters watts_of(const point& workload) {
  return {n_of(workload), vertex_of(workload, "k"), workload.real("alpha"), workload.real("p"),
          workload.text("graph") == "watts_ring"};
}
graph watts(const point& workload) { return watts_alpha(watts_of(workload), lot_of(workload)); }
void check_watts(const point& workload) { check(watts_of(workload)); }

template <graph (*Make)(vertex)>
graph regular(const point& workload) {
  return Make(n_of(workload));
}

/// The last file's graph is kept, as a large one takes seconds to read: its n is asked for first,
/// and the graph itself later.
graph read_file(const point& workload) {
  static std::mutex lock;
  static std::tuple<std::string, std::string, std::filesystem::file_time_type> kept_of;
  static graph kept;
  const std::string& name = workload.text("graph");
  const std::string& directed = workload.text("directed");
  std::error_code vanished;  // read_graph() says so
  const std::tuple asked(name, directed, std::filesystem::last_write_time(name, vanished));
  const std::lock_guard guard(lock);
  if (asked != kept_of) {
    kept = read_graph(name, directed == "yes"  ? direction::directed
                            : directed == "no" ? direction::undirected
                                               : direction::from_file);
    kept_of = asked;
  }
  return kept;
}

const std::vector<kind>& kinds() {
  static const std::vector<kind> all{
      {"watts_ring", {"k", "alpha", "p", "seed", "instance"}, watts, check_watts},
      {"watts", {"k", "alpha", "p", "seed", "instance"}, watts, check_watts},
      {"barabasi_albert",
       {"m", "seed", "instance"},
       [](const point& point) {
         return barabasi_albert(n_of(point), vertex_of(point, "m"), lot_of(point));
       }},
      {"erdos_renyi",
       {"k", "seed", "instance"},
       [](const point& point) {
         return erdos_renyi(n_of(point), vertex_of(point, "k"), lot_of(point));
       }},
      {"ring",
       {},
       regular<ring>,
       [](const point& point) { ring(std::min<vertex>(n_of(point), 3)); }},
      {"path", {}, regular<path>},
      {"star", {}, regular<star>},
      {"torus", {}, regular<torus>, [](const point& point) { torus_side(n_of(point)); }},
      {"complete", {}, regular<complete>},
      {"", {"directed"}, read_file},
  };
  return all;
}

const kind& kind_of(const point& workload) {
  const auto named = std::ranges::find(kinds(), workload.text("graph"), &kind::name);
  return named == kinds().end() ? kinds().back() : *named;
}

void resolve_file(point& workload) {
  const std::string& name = workload.text("graph");
  if (!std::filesystem::exists(name)) {
    std::string names;
    for (const kind& each : kinds()) names += each.name + (each.name.empty() ? "" : ", ");
    throw retime::bad_input("graph=" + name + ": neither one of " + names +
                            "nor a file that exists");
  }
  workload.set("n", std::int64_t{read_file(workload).vertices()});
}

}  // namespace

void resolve(point& workload) {
  const kind& chosen = kind_of(workload);
  const bool is_file = chosen.name.empty();
  if (is_file) resolve_file(workload);
  const std::int64_t n = workload.integer("n");
  if (workload.text("sources") == "auto")
    workload.set("sources", is_file || n <= 500 ? "all" : "64");
  const bool sampled = source_count(workload) < workload.real("n");
  if (!sampled) workload.set("sources", "all");
  for (const std::string axis : {"k", "alpha", "p", "m", "instance", "seed", "directed"}) {
    const bool own = std::ranges::find(chosen.own_axes, axis) != chosen.own_axes.end();
    const bool of_sample = sampled && (axis == "seed" || axis == "instance");
    if (!own && !of_sample) workload.erase(axis);
  }
  for (const char* axis : {"k", "m"}) {
    if (workload.has(axis))
      retime::require(workload.integer(axis) < n, axis, workload.integer(axis),
                      "fewer than the n=" + std::to_string(n) + " vertices");
  }
  if (workload.text("distances") == "matrix") workload.erase("distances");
  if (workload.has("p") && workload.real("p") == 0)
    workload.set("p", chosen.name == "watts_ring" ? 1e-10 : 0.25 / static_cast<double>(n));
  chosen.check(workload);
}

problem make_problem(const point& point) {
  const kind& chosen = kind_of(point);
  problem made;
  made.network = chosen.make(point);
  // Without the ring, Watts' model leaves a few vertices apart; the paper's graphs are connected.
  if (chosen.name == "watts") {
    const vertex generated = made.network.vertices();
    made.network = largest_component(made.network);
    made.left_out = generated - made.network.vertices();
  }
  made.clustering = clustering(made.network);
  const double sources = source_count(point);
  made.sources =
      sources >= made.network.vertices()
          ? all_sources(made.network)
          : sampled_sources(made.network, static_cast<std::int64_t>(sources), lot_of(point));
  made.histogram_only = point.has("distances");
  return made;
}

double source_count(const point& workload) {
  return workload.text("sources") == "all" ? workload.real("n")
                                           : std::stod(workload.text("sources"));
}

double expected_arcs(const point& workload) {
  const double n = workload.real("n");
  if (workload.has("m")) return 2 * n * workload.real("m");
  if (workload.has("k")) return n * workload.real("k");
  const std::string& graph = kind_of(workload).name;
  return graph == "complete" ? n * (n - 1) : graph.empty() ? 0 : 4 * n;
}

}  // namespace apsp
