// The generators: same graph everywhere, the degrees they promise, the distances and clustering
// that are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/apsp/generate.h"
#include "kernels/apsp/reference.h"
#include "kernels/support/bad_input.h"

namespace {

using apsp::graph;
using apsp::vertex;

double mean_path(const graph& network) {
  return sum_up(apsp::reference({.network = network, .sources = apsp::all_sources(network)}))
      .mean_shortest_path;
}

std::uint64_t fingerprint(const graph& network) {
  return apsp::summarise(network.offsets).checksum ^ apsp::summarise(network.targets).checksum;
}

TEST(ApspGraph, MeanPathsOfRegularGraphsAreTheClosedForms) {
  EXPECT_DOUBLE_EQ(mean_path(apsp::ring(100)), 100.0 * 100 / (4 * 99));
  EXPECT_DOUBLE_EQ(mean_path(apsp::path(50)), 51.0 / 3);
  EXPECT_DOUBLE_EQ(mean_path(apsp::complete(40)), 1);
  EXPECT_DOUBLE_EQ(mean_path(apsp::star(40)), 2 - 2.0 / 40);
  // The distances along both sides of a torus of even sides add: each side a adds a/4 on average
  // over all n targets.
  EXPECT_DOUBLE_EQ(mean_path(apsp::torus(48)), (6.0 / 4 + 8.0 / 4) * 48 / 47);
  EXPECT_EQ(mean_path(apsp::path(1)), 0);
}

TEST(ApspGraph, EveryGeneratorMakesASimpleGraphOfItsDegree) {
  const graph ring = apsp::watts_alpha({.n = 500, .k = 10}, {}),
              grown = apsp::barabasi_albert(500, 7, {});
  const std::pair<graph, std::int64_t> made[] = {
      {ring, 500 * 10},
      {apsp::watts_alpha({.n = 500, .k = 10, .p = 5e-4, .ring = false}, {}), 500 * 10},
      {grown, 2 * (7 * 8 / 2 + (500 - 8) * 7)},
      {apsp::erdos_renyi(500, 9, {}), 500 * 9},
      {apsp::torus(30), 30 * 4}};
  for (const auto& [network, arcs] : made) {
    EXPECT_EQ(network.arcs(), arcs);
    EXPECT_EQ(fingerprint(network),
              fingerprint(simple(undirected_graph(network.vertices(), arcs_of(network)))));
  }
  for (vertex v = 0; v < 500; ++v) {
    EXPECT_TRUE(std::ranges::binary_search(ring.neighbours(v), (v + 1) % 500));
    EXPECT_GE(grown.degree(v), 7);
  }
}

TEST(ApspGraph, SeedAndInstanceDecideTheGraph) {
  std::set<std::uint64_t> seen;
  for (const apsp::lot lot : {apsp::lot{1, 0}, {1, 1}, {2, 0}}) {
    seen.insert(fingerprint(apsp::watts_alpha({.n = 300, .k = 10, .alpha = 1.5}, lot)));
    seen.insert(fingerprint(apsp::erdos_renyi(300, 10, lot)));
    seen.insert(fingerprint(apsp::barabasi_albert(300, 5, lot)));
  }
  EXPECT_EQ(seen.size(), 9U);
}

// Recorded once: a change of machine, compiler or flags must not change a graph.
TEST(ApspGraph, TheSameBitsOnEveryMachine) {
  EXPECT_EQ(fingerprint(apsp::watts_alpha({.n = 200, .k = 10}, {1, 0})), 0xc4740291de2a7579);
  EXPECT_EQ(fingerprint(apsp::watts_alpha(
                {.n = 200, .k = 8, .alpha = 0.7, .p = 1e-3, .ring = false}, {5, 3})),
            0x94d5becce7428c25);
  EXPECT_EQ(fingerprint(apsp::barabasi_albert(200, 5, {1, 0})), 0x6a44bb4e5bb7e043);
  EXPECT_EQ(fingerprint(apsp::erdos_renyi(200, 6, {1, 0})), 0xa4914eec0551ae46);
}

// Figure 14: the mean path of (1) grows as n, that of (2) and (3) hardly.
TEST(ApspGraph, MeanPathsGrowAsThePaperSays) {
  const auto slope = [](auto make) {
    return std::log(mean_path(apsp::largest_component(make(1600))) /
                    mean_path(apsp::largest_component(make(400)))) /
           std::log(4.0);
  };
  const auto ring = [](vertex n) { return apsp::watts_alpha({.n = n, .k = 10}, {}); };
  const auto loose = [](vertex n) {
    return apsp::watts_alpha({.n = n, .k = 10, .p = 0.25 / n, .ring = false}, {});
  };
  EXPECT_NEAR(slope(ring), 0.96, 0.06);  // 0.987 from 1k to 30k
  EXPECT_NEAR(slope(loose), 0.2, 0.08);
  EXPECT_NEAR(slope([](vertex n) { return apsp::barabasi_albert(n, 10, {}); }), 0.13, 0.06);
}

// A vertex of a random graph has no reason to know its neighbours' neighbours: clustering is about
// k / n.
TEST(ApspGraph, ClusteringTellsTheKindsApart) {
  EXPECT_DOUBLE_EQ(apsp::clustering(apsp::complete(12)), 1);
  EXPECT_DOUBLE_EQ(apsp::clustering(apsp::ring(12)), 0);
  EXPECT_DOUBLE_EQ(apsp::clustering(apsp::ring(3)), 1);
  // A triangle with a tail of one: 1, 1, 1/3 and 0 over four vertices.
  const apsp::arc edges[] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 3}, {0, 1}};
  for (const graph& network : {apsp::undirected_graph(4, edges), apsp::directed_graph(4, edges)})
    EXPECT_DOUBLE_EQ(apsp::clustering(network), (1 + 1 + 1.0 / 3) / 4);
  EXPECT_GT(apsp::clustering(apsp::watts_alpha({.n = 1000, .k = 10}, {})), 0.4);
  EXPECT_LT(apsp::clustering(apsp::erdos_renyi(1000, 10, {})), 0.03);
}

TEST(ApspGraph, LargestComponentKeepsDistances) {
  const apsp::arc edges[] = {{0, 5}, {6, 4}, {2, 1}, {4, 2}};
  const graph kept = apsp::largest_component(apsp::undirected_graph(8, edges));
  EXPECT_EQ(kept.vertices(), 4);
  EXPECT_EQ(kept.arcs(), 6);
  EXPECT_DOUBLE_EQ(mean_path(kept), 5.0 / 3);
}

TEST(ApspGraph, ClustersAreOfNeighboursAndHoldEveryVertexOnce) {
  const auto order = apsp::in_clusters(apsp::ring(64), 8);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 64U);
  for (std::size_t first = 0; first < 64; first += 8) {
    const std::set<vertex> cluster(order.begin() + first, order.begin() + first + 8);
    const auto begins =
        std::ranges::count_if(cluster, [&](vertex v) { return !cluster.contains((v + 63) % 64); });
    EXPECT_EQ(begins, 1) << "vertices in a row, from " << order[first];
  }
  const auto apart = apsp::in_clusters(apsp::undirected_graph(10, {}), 4);
  EXPECT_EQ(std::set(apart.begin(), apart.end()).size(), 10U);
}

TEST(ApspGraph, ReversedTurnsArcsAndOnlyArcs) {
  const apsp::arc arcs[] = {{0, 1}, {0, 2}, {2, 1}};
  EXPECT_EQ(arcs_of(apsp::reversed(apsp::directed_graph(3, arcs))),
            (std::vector<apsp::arc>{{1, 0}, {1, 2}, {2, 0}}));
  const graph edges = apsp::undirected_graph(3, arcs);
  EXPECT_EQ(arcs_of(apsp::reversed(edges)), arcs_of(edges));
}

TEST(ApspGraph, BusiestNeighboursStandFirst) {
  const apsp::arc edges[] = {{0, 1}, {0, 2}, {0, 3}, {2, 3}, {2, 4}, {2, 5}, {3, 4}};
  const graph sorted = apsp::busiest_first(apsp::undirected_graph(6, edges));
  EXPECT_EQ(std::vector<vertex>(sorted.neighbours(0).begin(), sorted.neighbours(0).end()),
            (std::vector<vertex>{2, 3, 1}));
}

TEST(ApspGraph, SamplesOfSourcesAreOfSeedAndInstance) {
  const graph network = apsp::ring(1000);
  std::set<std::vector<vertex>> seen;
  for (const apsp::lot lot : {apsp::lot{1, 0}, {1, 1}, {2, 0}}) {
    const auto sample = apsp::sampled_sources(network, 50, lot);
    EXPECT_EQ(sample.size(), 50U);
    EXPECT_EQ(std::ranges::adjacent_find(sample, std::ranges::greater_equal{}), sample.end());
    EXPECT_EQ(sample, apsp::sampled_sources(network, 50, lot));
    seen.insert(sample);
  }
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_EQ(apsp::sampled_sources(apsp::ring(30), 4, {1, 2}),
            (std::vector<vertex>{13, 19, 23, 28}));
  EXPECT_EQ(apsp::sampled_sources(network, 1000, {}), apsp::all_sources(network));
  EXPECT_THROW(apsp::sampled_sources(network, 1001, {}), retime::bad_input);
}

// The errors that samples state are those that they make: over many samples of one graph, connected
// or not, the root mean square of the one is that of the other, to the few per cent that 2000 leave
// open.
TEST(ApspGraph, SampledMeansAreAsUncertainAsTheySay) {
  const auto mean_levels = [](const apsp::totals& all, int sources) {
    return static_cast<double>(all.levels) / sources;
  };
  for (const graph& network :
       {apsp::barabasi_albert(60, 2, {}), apsp::erdos_renyi(60, 2, {}), apsp::path(60)}) {
    const auto whole =
        sum_up(apsp::reference({.network = network, .sources = apsp::all_sources(network)}));
    EXPECT_EQ(whole.mean_shortest_path_error, 0);
    EXPECT_EQ(whole.levels_error, 0);
    double made_path = 0, stated_path = 0, made_levels = 0, stated_levels = 0;
    for (std::uint64_t instance = 0; instance < 2000; ++instance) {
      const auto part = sum_up(apsp::reference(
          {.network = network, .sources = apsp::sampled_sources(network, 20, {1, instance})}));
      made_path += std::pow(part.mean_shortest_path - whole.mean_shortest_path, 2);
      stated_path += std::pow(part.mean_shortest_path_error.value(), 2);
      made_levels += std::pow(mean_levels(part, 20) - mean_levels(whole, 60), 2);
      stated_levels += std::pow(part.levels_error.value(), 2);
    }
    EXPECT_NEAR(std::sqrt(stated_path / made_path), 1, 0.1);
    EXPECT_NEAR(std::sqrt(stated_levels / made_levels), 1, 0.1);
  }
}

TEST(ApspGraph, ASampleOfOneSaysNothingOfItsError) {
  const auto of_one = sum_up(apsp::reference({.network = apsp::path(9), .sources = {4}}));
  EXPECT_FALSE(of_one.mean_shortest_path_error || of_one.levels_error);
  const auto of_apart =
      sum_up(apsp::reference({.network = apsp::undirected_graph(9, {}), .sources = {4, 6}}));
  EXPECT_FALSE(of_apart.mean_shortest_path_error);
  EXPECT_EQ(of_apart.levels_error, 0);
  const auto of_all = sum_up(apsp::reference({.network = apsp::path(1), .sources = {0}}));
  EXPECT_EQ(of_all.mean_shortest_path_error, 0);
}

/// Rows that are kept whole have no gap between them.
TEST(ApspGraph, RowsOfSharesAreKeptAsFromOneSearch) {
  const auto searched = [](std::vector<std::int32_t> rows, std::size_t kept) {
    apsp::distances answer{.vertices = 2, .launches = 1};
    answer.add_rows(rows);
    answer.matrix.resize(2 * kept);
    return answer;
  };
  apsp::distances all = searched({0, 1, 1, 0}, 2);
  const apsp::distances whole = searched({0, 1, 1, 0, 0, 2, 2, 0, 0, 3}, 3);
  all.append(searched({0, 2, 2, 0}, 1));
  all.append(searched({0, 3}, 1));
  EXPECT_EQ(all.rows, whole.rows);
  EXPECT_EQ(all.matrix, whole.matrix);
  EXPECT_EQ(all.launches, 3);
}

TEST(ApspGraph, RefusesWhatCannotBeMade) {
  const std::pair<void (*)(), std::string> refused[] = {
      {[] { apsp::watts_alpha({.n = 10, .k = 10}, {}); }, "k=10: a mean degree from 2 to n-1=9"},
      {[] { apsp::watts_alpha({.n = 100, .p = 0}, {}); },
       "p=0.000000: a propensity above 0 and at most 1"},
      {[] { apsp::erdos_renyi(10, 10, {}); }, "k=10: a mean degree from 0 to n-1=9"},
      {[] { apsp::barabasi_albert(50, 50, {}); }, "m=50: a number of links from 1 to n-1=49"},
      {[] { apsp::ring(2); }, "n=2: a ring needs at least 3 vertices"},
      {[] { apsp::torus(71); },
       "n=71: a torus needs two sides of at least 3, as 900 = 30 x 30 has"}};
  for (const auto& [make, said] : refused) {
    try {
      make();
      ADD_FAILURE() << said;
    } catch (const retime::bad_input& error) {
      EXPECT_EQ(error.what(), said);
    }
  }
  EXPECT_EQ(apsp::watts_alpha({.n = 11, .k = 10}, {}).arcs(), 110)
      << "the complete graph is the densest";
  EXPECT_EQ(apsp::barabasi_albert(6, 5, {}).arcs(), 30);
}

}  // namespace
