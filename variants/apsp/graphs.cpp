#include "variants/apsp/graphs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>

#include "kernels/apsp/generate.h"
#include "kernels/apsp/read_graph.h"
#include "kernels/support/bad_input.h"

namespace retime::apsp_axes {
namespace {

/// A kind of graph that can be generated, and the axes it has beside n.
struct kind {
  std::string name;
  std::vector<std::string> own_axes;
  apsp::graph (*generate)(const point&);
  void (*check)(const point&) = [](const point&) {
  };  ///< refuses early what `generate` would refuse
};

apsp::vertex vertex_of(const point& at, const char* axis) {
  return static_cast<apsp::vertex>(at.integer(axis));
}

apsp::lot lot_of(const point& at) {
  return {static_cast<std::uint64_t>(at.integer("seed")),
          static_cast<std::uint64_t>(at.integer("instance"))};
}

apsp::watts_parameters watts_parameters(const point& at, bool ring) {
  return {vertex_of(at, "n"), vertex_of(at, "k"), at.real("alpha"), at.real("p"), ring};
}

apsp::graph watts(const point& at, bool ring) {
  return apsp::watts_alpha(watts_parameters(at, ring), lot_of(at));
}

const std::vector<kind>& kinds() {
  static const std::vector<kind> all{
      {"watts_ring",
       {"k", "alpha", "p", "seed", "instance"},
       [](const point& at) { return watts(at, true); },
       [](const point& at) { apsp::check(watts_parameters(at, true)); }},
      {"watts",
       {"k", "alpha", "p", "seed", "instance"},
       [](const point& at) { return watts(at, false); },
       [](const point& at) { apsp::check(watts_parameters(at, false)); }},
      {"barabasi_albert",
       {"m", "seed", "instance"},
       [](const point& at) {
         return apsp::barabasi_albert(vertex_of(at, "n"), vertex_of(at, "m"), lot_of(at));
       }},
      {"erdos_renyi",
       {"k", "seed", "instance"},
       [](const point& at) {
         return apsp::erdos_renyi(vertex_of(at, "n"), vertex_of(at, "k"), lot_of(at));
       }},
      {"ring",
       {},
       [](const point& at) { return apsp::ring(vertex_of(at, "n")); },
       [](const point& at) { apsp::ring(std::min<apsp::vertex>(vertex_of(at, "n"), 3)); }},
      {"path", {}, [](const point& at) { return apsp::path(vertex_of(at, "n")); }},
      {"star", {}, [](const point& at) { return apsp::star(vertex_of(at, "n")); }},
      {"torus",
       {},
       [](const point& at) { return apsp::torus(vertex_of(at, "n")); },
       [](const point& at) { apsp::torus_side(vertex_of(at, "n")); }},
      {"complete", {}, [](const point& at) { return apsp::complete(vertex_of(at, "n")); }},
  };
  return all;
}

const kind* find_kind(const std::string& name) {
  for (const kind& each : kinds()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

apsp::graph read_file(const point& at) {
  const std::string& wanted = at.text("directed");
  return apsp::read_graph(at.text("graph"), wanted == "yes"  ? apsp::direction::directed
                                            : wanted == "no" ? apsp::direction::undirected
                                                             : apsp::direction::from_file);
}

void require_below_n(const point& at, const char* axis) {
  if (!at.has(axis) || at.integer(axis) < at.integer("n")) return;
  throw retime::bad_input(std::string(axis) + "=" + std::to_string(at.integer(axis)) +
                          ": fewer than the n=" + std::to_string(at.integer("n")) + " vertices");
}

void resolve_file(point& at) {
  const std::string& name = at.text("graph");
  if (!std::filesystem::exists(name)) {
    std::string known;
    for (const kind& each : kinds()) known += each.name + ", ";
    throw retime::bad_input("graph=" + name + ": neither one of " + known +
                            "nor a file that exists");
  }
  at.set("n", static_cast<std::int64_t>(read_file(at).vertices()));
}

// Empty if the text is "all", "auto" or a whole number of at least 1.
std::string check_sources(const axis_value& value) {
  const auto& text = std::get<std::string>(value);
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool is_count = error == std::errc{} && end == text.data() + text.size() && count >= 1;
  const bool right = text == "all" || text == "auto" || is_count;
  return right ? "" : "all, auto, or a whole number of at least 1";
}

}  // namespace

std::vector<workload_axis> axes() {
  using list = std::vector<axis_value>;
  const list paper_graphs{"watts_ring", "watts", "barabasi_albert"};
  const auto whole = [](const char* name, const char* help, std::int64_t fallback, double least) {
    return workload_axis{.name = name,
                         .help = help,
                         .fallback = fallback,
                         .check = between(least, std::numeric_limits<std::int32_t>::max())};
  };
  workload_axis n = whole("n", "vertices", 1000, 1);
  n.smoke = list{std::int64_t{150}};
  n.quick = list{std::int64_t{1000}, std::int64_t{1400}, std::int64_t{2000}};
  n.always_in_key = true;
  for (const std::int64_t size : {1000, 5000, 10000, 15000, 20000, 25000, 30000})
    n.paper.emplace_back(size);
  workload_axis instance =
      whole("instance", "which of the random graphs of these parameters", 0, 0);
  for (std::int64_t i = 0; i < 10; ++i) instance.paper.emplace_back(i);
  return {
      {.name = "graph",
       .help = "watts_ring, watts, barabasi_albert, erdos_renyi, ring, path, star, torus, "
               "complete, or a file",
       .fallback = "watts_ring",
       .smoke = paper_graphs,
       .quick = paper_graphs,
       .paper = paper_graphs,
       .always_in_key = true},
      n,
      whole("k", "mean degree of Watts' and Erdos-Renyi graphs", 10, 0),
      {.name = "alpha",
       .help = "Watts: how little a few common neighbours count",
       .fallback = 0.0,
       .check = at_least(0)},
      {.name = "p",
       .help = "Watts: propensity to link to a stranger; 0: 1e-10 on the ring, 0.25/n without",
       .fallback = 0.0,
       .check = between(0, 1)},
      whole("m", "Barabasi-Albert: links of each new vertex", 50, 1),
      instance,
      {.name = "directed",
       .help = "files: auto (as the file says; an edge list has no directions), yes or no",
       .fallback = "auto",
       .check = one_of({"auto", "yes", "no"})},
      {.name = "sources",
       .help =
           "all; or at most how many, in a seeded sample; auto: all of a file's graph and of up "
           "to 500 vertices, else 64",
       .fallback = "all",
       .quick = {"auto"},
       .paper = {"auto"},
       .check = check_sources},
      whole("seed", "of the graph and of the sample of sources", 1, 0),
  };
}

void resolve(point& at) {
  const kind* chosen = find_kind(at.text("graph"));
  if (chosen == nullptr) resolve_file(at);
  if (at.text("sources") == "auto") {
    at.set("sources", chosen == nullptr || at.integer("n") <= 500 ? "all" : "64");
  }
  const bool sampled = source_count(at) < at.real("n");
  if (!sampled) at.set("sources", "all");
  for (const char* axis : {"k", "alpha", "p", "m", "instance", "seed"}) {
    const bool own =
        chosen != nullptr && std::ranges::find(chosen->own_axes, axis) != chosen->own_axes.end();
    if (!own && !(sampled && std::string(axis) == "seed")) at.erase(axis);
  }
  if (chosen != nullptr) at.erase("directed");
  require_below_n(at, "k");
  require_below_n(at, "m");
  if (at.has("p") && at.real("p") == 0) {
    at.set("p", chosen->name == "watts_ring" ? 1e-10 : 0.25 / static_cast<double>(at.integer("n")));
  }
  if (chosen != nullptr) chosen->check(at);
}

apsp::problem make(const point& at) {
  const kind* chosen = find_kind(at.text("graph"));
  apsp::problem made;
  made.network = chosen ? chosen->generate(at) : read_file(at);
  // Without the ring, Watts' model leaves a few vertices apart; the paper's graphs are connected.
  if (chosen != nullptr && chosen->name == "watts") {
    const apsp::vertex generated = made.network.vertices();
    made.network = apsp::largest_component(made.network);
    made.left_out = generated - made.network.vertices();
  }
  made.clustering = apsp::clustering(made.network);
  const auto vertices = static_cast<double>(made.network.vertices());
  made.sources = source_count(at) >= vertices
                     ? apsp::all_sources(made.network)
                     : apsp::sampled_sources(made.network, std::stoll(at.text("sources")),
                                             static_cast<std::uint64_t>(at.integer("seed")));
  return made;
}

double source_count(const point& at) {
  return at.text("sources") == "all" ? static_cast<double>(at.integer("n"))
                                     : std::stod(at.text("sources"));
}

double expected_arcs(const point& at) {
  const auto n = static_cast<double>(at.integer("n"));
  if (at.has("m")) return 2 * n * static_cast<double>(at.integer("m"));
  if (at.has("k")) return n * static_cast<double>(at.integer("k"));
  if (at.text("graph") == "complete") return n * (n - 1);
  return find_kind(at.text("graph")) ? 4 * n : 0;
}

}  // namespace retime::apsp_axes
