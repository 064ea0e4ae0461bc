// The family as the harness sees it, and rows that certify themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/apsp/cpu_bfs.h"
#include "kernels/apsp/cpu_floyd.h"
#include "kernels/apsp/generate.h"
#include "kernels/apsp/reference.h"
#include "kernels/support/bad_input.h"
#include "variants/form.h"

namespace {

using apsp::graph;
using apsp::vertex;

const retime::family& family() {
  return *std::ranges::find(retime::families(), "apsp", &retime::family::id);
}

/// All axes at their fallback, but for those named.
retime::point point_with(const std::map<std::string, retime::axis_value>& named) {
  retime::point at;
  for (const auto& axis : family().axes) at.set(axis.name, axis.fallback);
  for (const auto& [name, value] : named) at.set(name, value);
  family().resolve(at);
  return at;
}

// Together these say that a row is right without knowing it: no arc is longer than 1, and every
// distance has a way.
void expect_certified(const graph& of, vertex source, std::span<const std::int32_t> row) {
  std::vector<bool> has_way(row.size(), false);
  for (vertex v = 0; v < of.vertices(); ++v) {
    if (row[v] == apsp::unreached) continue;
    for (const vertex w : of.neighbours(v)) {
      EXPECT_LE(row[w], row[v] + 1) << v << " -> " << w;
      if (row[w] == row[v] + 1) has_way[w] = true;
    }
  }
  for (vertex v = 0; v < of.vertices(); ++v) {
    if (v == source) {
      EXPECT_EQ(row[v], 0);
    } else if (row[v] != apsp::unreached) {
      EXPECT_TRUE(has_way[v]) << v;
    }
  }
}

TEST(ApspFamily, ReferenceRowsCertifyThemselves) {
  const apsp::arc arcs[] = {{0, 1}, {1, 2}, {2, 0}, {3, 1}, {4, 4}};
  for (const graph& of : {apsp::watts_alpha({.n = 300, .k = 8}, {}), apsp::erdos_renyi(200, 2, {}),
                          apsp::barabasi_albert(150, 3, {}), apsp::directed_graph(6, arcs)}) {
    for (const vertex source : apsp::all_sources(of))
      expect_certified(of, source, apsp::reference_row(of, source));
  }
}

TEST(ApspFamily, UndirectedDistancesAreSymmetric) {
  const graph of = apsp::erdos_renyi(120, 3, {});
  const auto found = apsp::reference({.network = of, .sources = apsp::all_sources(of)});
  for (std::size_t i = 0; i < 120; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_EQ(found.matrix[i * 120 + j], found.matrix[j * 120 + i]);
  }
}

TEST(ApspFamily, FloydAndParallelSearchAgreeWithIt) {
  const graph of = apsp::erdos_renyi(100, 3, {});
  const auto sources = apsp::all_sources(of);
  const auto expected = apsp::reference({.network = of, .sources = sources}).matrix;
  std::vector<std::int32_t> plain(100 * 100), tiled(128 * 128), searched(100 * 100);
  apsp::set_arcs(of, 100, plain);
  apsp::floyd(100, plain);
  apsp::set_arcs(of, 128, tiled);
  apsp::floyd_blocked(128, 32, tiled);
  apsp::bfs_parallel(of, sources, searched);
  EXPECT_EQ(searched, expected);
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 100; ++j) {
      const std::int32_t known = expected[i * 100 + j];
      EXPECT_EQ(std::min(plain[i * 100 + j], apsp::floyd_infinity),
                std::min(known, apsp::floyd_infinity));
      EXPECT_EQ(std::min(tiled[i * 128 + j], apsp::floyd_infinity),
                std::min(known, apsp::floyd_infinity));
    }
  }
}

TEST(ApspFamily, OneWrongDistanceIsNoticed) {
  const auto at = point_with({{"graph", "ring"}, {"n", std::int64_t{30}}});
  const auto problem = family().make(at);
  const auto expected = family().reference(problem);
  EXPECT_TRUE(family().compare(problem, expected, expected).correct());
  const auto& right = retime::as<apsp::distances>(expected);

  apsp::distances wrong{.vertices = 30};
  for (std::size_t i = 0; i < 30; ++i) {
    std::vector<std::int32_t> row(right.matrix.begin() + i * 30,
                                  right.matrix.begin() + (i + 1) * 30);
    if (i == 7) std::swap(row[9], row[20]);  // the sum, the reach and the eccentricity stay
    wrong.add(row);
  }
  const auto said =
      family().compare(problem, std::make_shared<const apsp::distances>(wrong), expected);
  EXPECT_FALSE(said.correct());
  EXPECT_EQ(said.value, 1);
}

TEST(ApspFamily, ResolvesWhatFollowsFromOtherAxes) {
  EXPECT_EQ(point_with({{"graph", "watts_ring"}}).real("p"), 1e-10);
  EXPECT_EQ(point_with({{"graph", "watts"}, {"n", std::int64_t{2000}}}).real("p"), 0.25 / 2000);
  EXPECT_EQ(point_with({{"graph", "watts"}, {"p", 0.01}}).real("p"), 0.01);
  EXPECT_FALSE(point_with({{"graph", "barabasi_albert"}}).has("k"));
  EXPECT_FALSE(point_with({{"graph", "ring"}}).has("seed"));
  EXPECT_TRUE(point_with({{"graph", "ring"}, {"sources", "10"}}).has("seed"));
  EXPECT_EQ(point_with({{"graph", "ring"}, {"sources", "auto"}}).text("sources"), "64");
  EXPECT_EQ(
      point_with({{"graph", "ring"}, {"n", std::int64_t{9}}, {"sources", "10"}}).text("sources"),
      "all");
}

TEST(ApspFamily, RefusesBeforeAnythingIsMade) {
  using named = std::map<std::string, retime::axis_value>;
  for (const named& bad :
       {named{{"graph", "barabasi_albert"}, {"n", std::int64_t{50}}},
        named{{"k", std::int64_t{1000}}}, named{{"k", std::int64_t{1}}},
        named{{"graph", "torus"}, {"n", std::int64_t{14}}},
        named{{"graph", "ring"}, {"n", std::int64_t{2}}}, named{{"graph", "no_such_graph"}}}) {
    EXPECT_THROW(point_with(bad), retime::bad_input);
  }
}

TEST(ApspFamily, ObservesTheAnswersOfAPath) {
  const auto at = point_with({{"graph", "path"}, {"n", std::int64_t{11}}});
  const auto problem = family().make(at);
  const auto seen = family().observe(problem, family().reference(problem)).numbers;
  EXPECT_DOUBLE_EQ(seen.at("mean_shortest_path"), 4);
  EXPECT_EQ(seen.at("diameter"), 10);
  EXPECT_EQ(seen.at("radius"), 5);
  EXPECT_EQ(seen.at("unreached_pairs"), 0);
  EXPECT_DOUBLE_EQ(seen.at("mean_degree"), 20.0 / 11);
}

}  // namespace
