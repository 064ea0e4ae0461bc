// Searches from many sources at once, on graphs that bring each of their ways of going about a
// level: exactly the reference's distances, and as many pairs at each distance.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/apsp/cpu.h"
#include "kernels/apsp/generate.h"
#include "kernels/apsp/reference.h"
#include "kernels/device/device.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace {

using apsp::graph;
using apsp::vertex;

tests::workload searched_from(const graph& network, std::vector<vertex> sources,
                              bool histogram_only = false) {
  tests::workload on(tests::family_named("apsp"), {{"graph", "path"}, {"n", 1}});
  on.problem = std::make_shared<const apsp::problem>(apsp::problem{
      .network = network, .sources = std::move(sources), .histogram_only = histogram_only});
  on.expected = on.family.reference(on.problem);
  return on;
}

std::vector<vertex> first_of(const graph& network, vertex most) {
  std::vector<vertex> sources(std::min(most, network.vertices()));
  std::iota(sources.begin(), sources.end(), 0);
  return sources;
}

// A hub of most vertices, one-way arcs along a tail, loops, repeats, two components and a vertex
// without any arc.
graph large_and_awkward() {
  std::vector<apsp::arc> arcs{{0, 0}, {5, 5}, {700, 701}, {701, 700}, {701, 702}, {1, 2}, {2, 1}};
  for (vertex v = 1; v < 600; ++v) arcs.push_back({0, v});
  for (vertex v = 560; v < 620; ++v) arcs.push_back({v, v + 1});
  for (vertex v = 100; v < 130; ++v) arcs.push_back({v, 0});
  return apsp::directed_graph(710, arcs);
}

// A star whose rays have two edges: from its centre, as many vertices are found at once, each of
// which finds another.
graph long_star(vertex rays) {
  std::vector<apsp::arc> arcs;
  for (vertex v = 1; v <= rays; ++v) {
    for (const auto& [from, to] : {apsp::arc{0, v}, apsp::arc{v, v + rays}}) {
      arcs.push_back({from, to});
      arcs.push_back({to, from});
    }
  }
  return apsp::directed_graph(2 * rays + 1, arcs);
}

class ApspManySources : public testing::Test {
 protected:
  void TearDown() override { device::emulation::unshuffle(); }

  static const retime::variant& named(const std::string& id) {
    for (const auto* each : tests::variants_of(tests::family_named("apsp")))
      if (each->id == id) return *each;
    throw std::out_of_range(id);
  }

  /// In another order of threads each time.
  void expect_right(const std::string& id, const tests::workload& on,
                    const std::vector<retime::axis_values>& tunings) {
    device::emulation::shuffle(++orders_, 3);
    for (const auto& fault : faults_of(named(id), on, tunings))
      ADD_FAILURE() << id << ": " << fault;
  }

 private:
  std::uint64_t orders_ = 0;
};

struct levels_case {
  const char* id;
  std::vector<graph> graphs;
  vertex sources;  ///< at most
  std::vector<retime::axis_values> tunings;
};

TEST_F(ApspManySources, EveryWayOfGoingAboutALevelIsRight) {
  const graph none = apsp::undirected_graph(9, {}), ring = apsp::watts_alpha({.n = 90, .k = 6}, {});
  const levels_case cases[] = {
      // Frontiers in a list and beyond its 1024 places, pushed and pulled; rows of 8 bits and
      // of 16.
      {"source_per_block",
       {large_and_awkward(), long_star(1100), apsp::path(300), ring, none},
       40,
       {{{"block", 64}, {"pull_from", 0}, {"lanes_per_vertex", 8}},
        {{"block", 64}, {"pull_from", 1 << 20}, {"lanes_per_vertex", 32}},
        {{"block", 96}, {"pull_from", 4}, {"lanes_per_vertex", 32}}}},
      // More new pairs than a list has room for, so that the next level pulls; a last batch of few.
      {"batch_per_block",
       {large_and_awkward(), apsp::star(2500), apsp::path(300), apsp::torus(48), ring, none},
       70,
       {{{"block", 64}, {"pull_from", 0}, {"lanes_per_vertex", 1}},
        {{"block", 64}, {"pull_from", 1 << 20}, {"lanes_per_vertex", 2}},
        {{"block", 96}, {"pull_from", 4}, {"lanes_per_vertex", 2}}}},
      // Several tiles, the last of few sources, hubs that a block shares, more tiles at once than
      // there are.
      {"bit_parallel",
       {large_and_awkward(), apsp::star(1100), apsp::path(20), ring, none},
       1100,
       {{{"block", 256}, {"words_per_lane", 1}, {"tiles_at_once", 1}},
        {{"block", 512}, {"words_per_lane", 2}, {"tiles_at_once", 4}},
        {{"block", 1024}, {"words_per_lane", 1}, {"tiles_at_once", 2}}}}};
  for (const auto& [id, graphs, most, tunings] : cases) {
    std::size_t turn = 0;
    for (const graph& network : graphs)
      for (const bool histogram_only : {false, true})
        expect_right(id, searched_from(network, first_of(network, most), histogram_only),
                     tests::in_turn(tunings, turn++));
  }
}

// Vertices beyond what 16 bits number, and what a block's words of 32 sources hold.
TEST_F(ApspManySources, LargeGraphsTakeWiderNumbersAndNarrowerBatches) {
  const std::vector<vertex> few{0, 7, 50'000};
  expect_right("source_per_block", searched_from(apsp::star(70'000), few), {{{"block", 256}}});
  expect_right("batch_per_block", searched_from(apsp::star(60'000), few), {{{"block", 256}}});
}

TEST_F(ApspManySources, OursTakesTheSearchThatSuitsTheGraph) {
  const auto chosen = [](const graph& network, vertex sources) {
    const auto on = searched_from(network, first_of(network, sources), true);
    return named("ours").prepare(on.problem, tuned(on, named("ours")))->launch()->kernel;
  };
  EXPECT_EQ(chosen(apsp::torus(48), 48), "batch_per_block");
  EXPECT_EQ(chosen(apsp::path(300), 300), "source_per_block") << "many levels";
  EXPECT_EQ(chosen(apsp::star(12'000), 2), "bit_parallel") << "few sources";
  EXPECT_EQ(chosen(apsp::star(12'000), 1024), "batch_per_block");
  EXPECT_EQ(chosen(apsp::barabasi_albert(10'000, 20, {}), 1024), "source_per_block");
  EXPECT_EQ(chosen(apsp::star(50'000), 1024), "bit_parallel") << "too large for a block";
}

TEST_F(ApspManySources, NoBlockHoldsMoreVerticesThanItsSharedMemory) {
  const tests::workload on(tests::family_named("apsp"), {{"graph", "ring"}, {"n", 30}});
  const auto refusal = [&](const char* id, std::int64_t n) {
    auto at = tuned(on, named(id));
    at.set("n", n);
    return named(id).invalid(at).value_or("");
  };
  EXPECT_EQ(refusal("source_per_block", 500'000), "");
  EXPECT_EQ(refusal("source_per_block", 500'001),
            "n=500001: a block's shared memory holds the state of at most 500000 vertices; "
            "bit_parallel takes more");
  EXPECT_EQ(refusal("batch_per_block", 98'000), "");
  EXPECT_NE(refusal("batch_per_block", 98'001), "");
  EXPECT_EQ(refusal("bit_parallel", 1'000'000), "");
}

// The search that stands in for the reference where that would take minutes.
TEST_F(ApspManySources, TheCpusBitsCountWhatTheReferenceCounts) {
  for (const graph& network :
       {large_and_awkward(), apsp::path(300), apsp::barabasi_albert(300, 4, {})}) {
    const auto sources = apsp::all_sources(network);
    const auto expected = apsp::reference({.network = network, .sources = sources});
    const auto counted =
        apsp::reference({.network = network, .sources = sources, .histogram_only = true});
    for (const int words : {1, 2, 4, 8}) {
      std::vector<std::int32_t> rows(sources.size() * network.vertices(), -1);
      EXPECT_EQ(apsp::bfs_bit_parallel(network, sources, words, rows), counted.pairs_at);
      EXPECT_EQ(rows, expected.matrix);
      EXPECT_EQ(apsp::bfs_bit_parallel(network, sources, words, {}), counted.pairs_at);
    }
  }
}

TEST_F(ApspManySources, AHistogramIsHeldToEveryPair) {
  const auto on = searched_from(apsp::ring(30), {3, 4}, true);
  EXPECT_TRUE(on.family.compare(on.problem, on.expected, on.expected).correct());
  auto wrong = retime::as<apsp::distances>(on.expected);
  EXPECT_EQ(wrong.pairs_at,
            (std::vector<std::int64_t>{2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2}));
  --wrong.pairs_at[3];
  ++wrong.pairs_at[4];
  const auto outcome =
      on.family.compare(on.problem, std::make_shared<const apsp::distances>(wrong), on.expected);
  EXPECT_FALSE(outcome.correct());
  EXPECT_EQ(outcome.value, 2);
}

TEST_F(ApspManySources, NoDistanceIsLongerThanTheBound) {
  EXPECT_EQ(apsp::longest_distance(apsp::path(1)), 0);
  EXPECT_EQ(apsp::longest_distance(apsp::path(50)), 49);
  EXPECT_EQ(apsp::longest_distance(apsp::star(50)), 2);
  EXPECT_EQ(apsp::longest_distance(apsp::ring(50)), 49);
  EXPECT_EQ(apsp::longest_distance(large_and_awkward()), 709);
  EXPECT_EQ(apsp::longest_distance(apsp::undirected_graph(4, {})), 0);
}

}  // namespace
