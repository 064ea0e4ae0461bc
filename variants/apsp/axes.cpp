#include "variants/apsp/axes.h"

#include <limits>
#include <string>

#include "variants/apsp/parameters.h"

namespace apsp {

using retime::axis_value;
using retime::point;

std::vector<retime::workload_axis> workload_axes() {
  using list = std::vector<axis_value>;
  const list paper_graphs{"watts_ring", "watts", "barabasi_albert"};
  const auto whole = [](const char* name, const char* help, int default_value, int least,
                        const list& paper = {}) {
    return retime::workload_axis{
        .name = name,
        .help = help,
        .default_value = default_value,
        .paper = paper,
        .check = retime::between(least, std::numeric_limits<std::int32_t>::max())};
  };
  auto n = whole("n", "vertices", 1000, 1, {1000, 5000, 10000, 15000, 20000, 25000, 30000});
  n.smoke = list{150};
  n.quick = list{1000, 1400, 2000};
  n.always_in_key = true;
  return {
      {.name = "graph",
       .help = "watts_ring, watts, barabasi_albert, erdos_renyi, ring, path, star, torus, "
               "complete, or a file",
       .default_value = "watts_ring",
       .smoke = paper_graphs,
       .quick = paper_graphs,
       .paper = paper_graphs,
       .always_in_key = true},
      n,
      whole("k", "mean degree of Watts' and Erdos-Renyi graphs", 10, 0),
      {.name = "alpha",
       .help = "Watts: how little a few common neighbours count",
       .default_value = 0.0,
       .check = retime::at_least(0)},
      {.name = "p",
       .help = "Watts: propensity to link to a stranger; 0: 1e-10 on the ring, 0.25/n without",
       .default_value = 0.0,
       .check = retime::between(0, 1)},
      whole("m", "Barabasi-Albert: links of each new vertex", 50, 1),
      whole("instance", "which of the random graphs and samples of sources of these parameters", 0,
            0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
      {.name = "directed",
       .help = "files: auto (as the file says; an edge list has no directions), yes or no",
       .default_value = "auto",
       .check = retime::one_of({"auto", "yes", "no"})},
      {.name = "sources",
       .help =
           "all; or at most how many, in a seeded sample; auto: all of a file's graph and of up "
           "to 500 vertices, else 64",
       .default_value = "all",
       .quick = {"auto"},
       .paper = {"auto"},
       .check = retime::matching("all|auto|0*[1-9][0-9]{0,17}",
                                 "all, auto, or a whole number of at least 1")},
      {.name = "distances",
       .help =
           "matrix: every one of them; histogram: how many pairs lie at each distance, and their "
           "mean, which needs no memory for the matrix",
       .default_value = "matrix",
       .check = retime::one_of({"matrix", "histogram"})},
      whole("seed", "of the graph and of the sample of sources", 1, 0),
  };
}

retime::variant_form<problem> search_variant(retime::variant_form<problem> named) {
  std::vector<axis_value> blocks;
  for (int block = 32; block <= 1024; block += 32) blocks.emplace_back(block);
  named.axes = {retime::tuning("block", std::move(blocks), 256),
                neighbours_at_once.axis(),
                {.name = "levels_ahead", .values = {0, 1, 2}, .default_value = 0}};
  named.printed = {{"block", 256}, {neighbours_at_once.name, 1}, {"levels_ahead", 0}};
  named.invalid = [](const point& point) {
    return retime::first_of(
        {no_histogram(point), retime::outside(point, "block", {1, retime::most_threads}),
         neighbours_at_once.invalid(point), retime::outside(point, "levels_ahead", {0, 8})});
  };
  // Every source's distances stay on the device until the answer is asked for; the graph takes up
  // to 5 bytes an arc.
  named.memory_bytes = [](const point& point) {
    return rows_memory_bytes(point) + 5 * expected_arcs(point) + 32 * point.real("n");
  };
  return named;
}

retime::variant_form<problem> in_place_variant(retime::variant_form<problem> named) {
  named = search_variant(std::move(named));
  named.axes.push_back({.name = "races", .values = {0}, .default_value = 0});
  named.printed["races"] = 0;
  named.invalid = [of_search = named.invalid](const point& point) {
    return retime::first_of({of_search(point), retime::outside(point, "races", {0, 1})});
  };
  return named;
}

retime::reason too_many_vertices(const point& point, std::int64_t most) {
  const std::int64_t n = point.integer("n");
  if (n <= most) return std::nullopt;
  return "n=" + std::to_string(n) + ": n^3 steps take too long beyond n=" + std::to_string(most) +
         "; the report extrapolates to larger sizes";
}

bool is_histogram(const point& point) { return point.has("distances"); }

retime::reason no_histogram(const point& point) {
  if (!is_histogram(point)) return std::nullopt;
  return "distances=histogram: stores every distance; give matrix";
}

retime::reason too_many_bits(const point& point, std::int64_t most) {
  const std::int64_t n = point.integer("n");
  if (n <= most) return std::nullopt;
  return "n=" + std::to_string(n) + ": a block's shared memory holds the state of at most " +
         std::to_string(most) + " vertices; bit_parallel takes more";
}

double many_sources_memory_bytes(const point& point) {
  return rows_memory_bytes(point) / 4 + 8 * expected_arcs(point) + 64 * point.real("n");
}

double rows_memory_bytes(const point& point) {
  return is_histogram(point) ? 0 : 4 * point.real("n") * source_count(point);
}
double matrix_memory_bytes(const point& point) { return 4 * point.real("n") * point.real("n"); }

retime::work work_of(const problem& problem, const point&) {
  const auto sources = static_cast<double>(problem.sources.size());
  const auto arcs = static_cast<double>(problem.network.arcs());
  const double n = problem.network.vertices(), distances = problem.histogram_only ? 0 : n;
  return {
      .bytes = sources * 4 * (n + 1 + arcs + distances), .items = sources * arcs, .item = "arc"};
}

retime::work many_sources_work(const problem& problem, const point&) {
  const auto sources = static_cast<double>(problem.sources.size());
  const auto arcs = static_cast<double>(problem.network.arcs());
  const double n = problem.network.vertices();
  const double each = problem.histogram_only ? 0 : distance_bytes(problem);
  return {.bytes = 4 * (n + 1 + arcs) + each * sources * n, .items = sources * arcs, .item = "arc"};
}

}  // namespace apsp
