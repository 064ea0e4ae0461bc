#include "variants/apsp/parameters.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/apsp/generate.h"
#include "kernels/apsp/read_graph.h"
#include "kernels/support/bad_input.h"

namespace apsp {

using retime::point;

namespace {

/// A kind of graph that can be generated, and the axes it has beside n.
struct kind {
  std::string name;
  std::vector<std::string> own_axes;
  graph (*generate)(const point&);
  void (*check)(const point&) = [](const point&) {
  };  ///< refuses early what `generate` would refuse
};

vertex vertex_of(const point& workload, const char* axis) {
  return static_cast<vertex>(workload.integer(axis));
}

lot lot_of(const point& workload) {
  return {static_cast<std::uint64_t>(workload.integer("seed")),
          static_cast<std::uint64_t>(workload.integer("instance"))};
}

watts_parameters watts_parameters(const point& workload, bool ring) {
  return {vertex_of(workload, "n"), vertex_of(workload, "k"), workload.real("alpha"),
          workload.real("p"), ring};
}

graph watts(const point& workload, bool ring) {
  return watts_alpha(watts_parameters(workload, ring), lot_of(workload));
}

const std::vector<kind>& kinds() {
  static const std::vector<kind> all{
      {"watts_ring",
       {"k", "alpha", "p", "seed", "instance"},
       [](const point& workload) { return watts(workload, true); },
       [](const point& workload) { check(watts_parameters(workload, true)); }},
      {"watts",
       {"k", "alpha", "p", "seed", "instance"},
       [](const point& workload) { return watts(workload, false); },
       [](const point& workload) { check(watts_parameters(workload, false)); }},
      {"barabasi_albert",
       {"m", "seed", "instance"},
       [](const point& workload) {
         return barabasi_albert(vertex_of(workload, "n"), vertex_of(workload, "m"),
                                lot_of(workload));
       }},
      {"erdos_renyi",
       {"k", "seed", "instance"},
       [](const point& workload) {
         return erdos_renyi(vertex_of(workload, "n"), vertex_of(workload, "k"), lot_of(workload));
       }},
      {"ring",
       {},
       [](const point& workload) { return ring(vertex_of(workload, "n")); },
       [](const point& workload) { ring(std::min<vertex>(vertex_of(workload, "n"), 3)); }},
      {"path", {}, [](const point& workload) { return path(vertex_of(workload, "n")); }},
      {"star", {}, [](const point& workload) { return star(vertex_of(workload, "n")); }},
      {"torus",
       {},
       [](const point& workload) { return torus(vertex_of(workload, "n")); },
       [](const point& workload) { torus_side(vertex_of(workload, "n")); }},
      {"complete", {}, [](const point& workload) { return complete(vertex_of(workload, "n")); }},
  };
  return all;
}

const kind* find_kind(const std::string& name) {
  for (const kind& each : kinds()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

graph read_file(const point& workload) {
  const std::string& wanted = workload.text("directed");
  return read_graph(workload.text("graph"), wanted == "yes"  ? direction::directed
                                            : wanted == "no" ? direction::undirected
                                                             : direction::from_file);
}

void require_below_n(const point& workload, const char* axis) {
  if (!workload.has(axis) || workload.integer(axis) < workload.integer("n")) return;
  throw retime::bad_input(std::string(axis) + "=" + std::to_string(workload.integer(axis)) +
                          ": fewer than the n=" + std::to_string(workload.integer("n")) +
                          " vertices");
}

void resolve_file(point& workload) {
  const std::string& name = workload.text("graph");
  if (!std::filesystem::exists(name)) {
    std::string known;
    for (const kind& each : kinds()) known += each.name + ", ";
    throw retime::bad_input("graph=" + name + ": neither one of " + known +
                            "nor a file that exists");
  }
  workload.set("n", static_cast<std::int64_t>(read_file(workload).vertices()));
}

}  // namespace

void resolve(point& workload) {
  const kind* chosen = find_kind(workload.text("graph"));
  if (chosen == nullptr) resolve_file(workload);
  if (workload.text("sources") == "auto") {
    workload.set("sources", chosen == nullptr || workload.integer("n") <= 500 ? "all" : "64");
  }
  const bool sampled = source_count(workload) < workload.real("n");
  if (!sampled) workload.set("sources", "all");
  for (const char* axis : {"k", "alpha", "p", "m", "instance", "seed"}) {
    const bool own =
        chosen != nullptr && std::ranges::find(chosen->own_axes, axis) != chosen->own_axes.end();
    if (!own && !(sampled && std::string(axis) == "seed")) workload.erase(axis);
  }
  if (chosen != nullptr) workload.erase("directed");
  require_below_n(workload, "k");
  require_below_n(workload, "m");
  if (workload.has("p") && workload.real("p") == 0) {
    workload.set("p", chosen->name == "watts_ring"
                          ? 1e-10
                          : 0.25 / static_cast<double>(workload.integer("n")));
  }
  if (chosen != nullptr) chosen->check(workload);
}

problem make(const point& workload) {
  const kind* chosen = find_kind(workload.text("graph"));
  problem made;
  made.network = chosen ? chosen->generate(workload) : read_file(workload);
  // Without the ring, Watts' model leaves a few vertices apart; the paper's graphs are connected.
  if (chosen != nullptr && chosen->name == "watts") {
    const vertex generated = made.network.vertices();
    made.network = largest_component(made.network);
    made.left_out = generated - made.network.vertices();
  }
  made.clustering = clustering(made.network);
  const auto vertices = static_cast<double>(made.network.vertices());
  made.sources = source_count(workload) >= vertices
                     ? all_sources(made.network)
                     : sampled_sources(made.network, std::stoll(workload.text("sources")),
                                       static_cast<std::uint64_t>(workload.integer("seed")));
  return made;
}

double source_count(const point& workload) {
  return workload.text("sources") == "all" ? static_cast<double>(workload.integer("n"))
                                           : std::stod(workload.text("sources"));
}

double expected_arcs(const point& workload) {
  const auto n = static_cast<double>(workload.integer("n"));
  if (workload.has("m")) return 2 * n * static_cast<double>(workload.integer("m"));
  if (workload.has("k")) return n * static_cast<double>(workload.integer("k"));
  if (workload.text("graph") == "complete") return n * (n - 1);
  return find_kind(workload.text("graph")) ? 4 * n : 0;
}

}  // namespace apsp
