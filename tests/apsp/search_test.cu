// The kernels in adversarial orders of threads, on graphs that no generator gives: equal to
// the reference, and they end.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "harness/cases/run_once.h"
#include "kernels/apsp/generate.h"
#include "kernels/apsp/k1_frontier_copy.cuh"
#include "kernels/apsp/k2_global_counter.cuh"
#include "kernels/apsp/k7_thread_counter.cuh"
#include "kernels/apsp/reference.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace {

using apsp::graph;
using apsp::vertex;

// A hub, a long tail, loops, repeats, one-way arcs, two components and a vertex without any arc.
graph awkward() {
  std::vector<apsp::arc> arcs{{0, 0}, {5, 5}, {40, 41}, {41, 40}, {41, 42}, {1, 2}, {1, 2}, {2, 1}};
  for (vertex v = 1; v < 30; ++v) arcs.push_back({0, v});
  for (vertex v = 20; v < 38; ++v) arcs.push_back({v, v + 1});
  return apsp::directed_graph(45, arcs);
}

tests::workload pairs_from(const graph& network, std::vector<vertex> sources) {
  tests::workload on(tests::family_named("apsp"), {{"graph", "path"}, {"n", 1}});
  on.problem = std::make_shared<const apsp::problem>(
      apsp::problem{.network = network, .sources = std::move(sources)});
  on.expected = on.family.reference(on.problem);
  return on;
}

tests::workload all_pairs(const graph& network) {
  return pairs_from(network, apsp::all_sources(network));
}

/// Each source is in one of them.
std::vector<tests::workload> quarters(const graph& network) {
  std::array<std::vector<vertex>, 4> sources;
  for (const vertex source : apsp::all_sources(network)) sources[source % 4].push_back(source);
  std::vector<tests::workload> parts;
  for (auto& each : sources)
    if (!each.empty()) parts.push_back(pairs_from(network, std::move(each)));
  return parts;
}

class ApspSearch : public testing::Test {
 protected:
  void TearDown() override { device::emulation::unshuffle(); }

  // The paper's kernels, whose levels the host launches.
  static std::vector<const retime::variant*> searches() {
    auto found = tests::variants_of(tests::family_named("apsp"));
    std::erase_if(found, [](auto* each) {
      return std::ranges::none_of(each->axes, [](auto& a) { return a.name == "levels_ahead"; });
    });
    return found;
  }
};

TEST_F(ApspSearch, EqualsTheReferenceInTwentyOrdersOfThreads) {
  const graph graphs[] = {awkward(),
                          apsp::undirected_graph(9, {}),
                          apsp::path(1),
                          apsp::ring(40),
                          apsp::star(70),
                          apsp::torus(48),
                          apsp::complete(33),
                          apsp::watts_alpha({.n = 90, .k = 6}, {}),
                          apsp::barabasi_albert(80, 4, {})};
  int first = 1;
  for (const graph& network : graphs) {
    const auto parts = quarters(network);
    first = 3 - first;  // the even and the odd orders, or a third of them
    for (int seed = first; seed <= 20; seed += tests::thorough() ? 2 : 6) {
      const auto& on = parts[seed / 2 % parts.size()];
      device::emulation::shuffle(seed, 3);
      const int at_once = std::array{1, 4, 8}[seed / 3 % 3];
      for (const auto* variant : searches()) {
        const retime::axis_values tuning{
            {"block", 32}, {"neighbours_at_once", at_once}, {"levels_ahead", seed % 3}};
        for (const auto& fault : faults_of(*variant, on, {tuning}))
          ADD_FAILURE() << network.vertices() << " vertices, seed " << seed << ": " << fault;
      }
    }
  }
}

// A flag that is set in a launch waits for the next.
TEST_F(ApspSearch, TakesALaunchALevel) {
  const auto on = all_pairs(apsp::watts_alpha({.n = 200, .k = 6}, {}));
  for (const auto* variant : searches()) {
    for (const int at_once : {1, 8}) {
      const auto at = tuned(on, *variant, {{"block", 64}, {"neighbours_at_once", at_once}});
      const auto answer = retime::cases::run_once(*variant->prepare(on.problem, at)).answer;
      EXPECT_EQ(retime::as<apsp::distances>(answer).launches,
                sum_up(retime::as<apsp::distances>(on.expected)).levels)
          << variant->id;
    }
  }
}

// Figure 9's layouts: (e) has E + V + 1 words, (f) starts every list of arcs at a multiple of four.
// Kernels 5 to 7 have a third word a vertex, by which they are sorted.
TEST_F(ApspSearch, GraphTakesTheWordsOfItsLayout) {
  for (const graph& network : {awkward(), apsp::barabasi_albert(80, 4, {})}) {
    const std::int64_t n = network.vertices();
    std::int64_t groups = 0, groups_with_length = 0;
    for (vertex v = 0; v < n; ++v) {
      groups += (network.degree(v) + 3) / 4;
      groups_with_length += (network.degree(v) + 1 + 3) / 4;
    }
    const auto on = all_pairs(network);
    for (const auto* variant : searches()) {
      const auto answer =
          retime::cases::run_once(*variant->prepare(on.problem, tuned(on, *variant))).answer;
      const bool is_sorted = variant->id > "k5" && variant->id < "k8";
      const std::int64_t words = is_sorted                       ? 4 * groups + 3 * n
                                 : variant->id.starts_with("k4") ? 4 * groups_with_length + n
                                                                 : network.arcs() + n + 1;
      EXPECT_EQ(on.family.observe(on.problem, answer).numbers.at("graph_words"), words)
          << variant->id;
    }
  }
}

// A texture is smaller than memory: what would not fit is refused by the axes, before it is made.
TEST_F(ApspSearch, MoreArcsThanTexelsAreRefused) {
  const tests::workload on(tests::family_named("apsp"), {{"graph", "complete"}, {"n", 30}});
  for (const auto* variant : searches()) {
    auto at = tuned(on, *variant);
    at.set("n", 11585);  // 11585 x 11584 arcs are just below 2^27
    EXPECT_FALSE(variant->invalid(at)) << variant->id;
    at.set("n", 11586);
    const bool has_texture = variant->id == "l5_texture_prefetch";
    EXPECT_EQ(variant->invalid(at).value_or(""),
              has_texture ? "n=11586: more arcs than the 2^27 texels of a linear texture" : "");
  }
}

// Listing 11 as printed: a vertex that is flagged twice in one launch is counted twice.
static __global__ void k2_as_printed(device::span<const int> vertices, device::span<const int> arcs,
                                     device::span<int> frontier, device::span<int> counter,
                                     device::span<int> cost, int /*level*/) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= static_cast<int>(frontier.size()) || frontier[v] == 0) return;
  frontier[v] = 0;
  atomicSub(&counter[0], 1);
  const int new_cost = cost[v] + 1;
  for (int a = vertices[v]; a < vertices[v + 1]; ++a) {
    if (cost[arcs[a]] <= new_cost) continue;
    cost[arcs[a]] = new_cost;
    frontier[arcs[a]] = 1;
    atomicAdd(&counter[0], 1);
  }
}

/// Levels to the end of a search from vertex 0, at most 200; nothing if the emulation sees a race.
template <class Search>
std::optional<int> levels_to_the_end(const graph& network) {
  Search search(network, 32, 0);
  device::buffer<int> cost(network.vertices());
  device::stream queue;
  search.begin(queue, cost.view(), 0);
  int level = 0;
  try {
    do {
      search.level(queue, cost.view(), level, 0);
      queue.synchronize();
    } while (search.is_filled(0) && ++level < 200);
  } catch (const device::fault& race) {
    EXPECT_NE(std::string(race.what()).find("may be lost"), std::string::npos) << race.what();
    return std::nullopt;
  }
  return level;
}

// Printed to the letter, the race is seen as such, or leaves a counter that never reaches zero
// where accesses are not looked at. With races=1 a search ends, as vertices count once.
TEST_F(ApspSearch, PrintedRacesAreSeenAndEnd) {
  using to_the_letter = apsp::counted_search<"k2_as_printed", apsp::csr_network, k2_as_printed>;
  const graph network = apsp::watts_alpha({.n = 90, .k = 6}, {});
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    device::emulation::shuffle(seed, 3);
    lost += levels_to_the_end<to_the_letter>(network).value_or(200) == 200;
    EXPECT_LT((levels_to_the_end<apsp::k1_search<true, 1>>(network).value_or(0)), 200);
    EXPECT_LT((levels_to_the_end<apsp::k2_search<true, 1>>(network).value_or(0)), 200);
    EXPECT_LT((levels_to_the_end<apsp::k7_search<true, 4>>(network).value_or(0)), 200);
  }
  EXPECT_GT(lost, 0);
}

// Threads start in order, so those of a path's end find no flag that their launch has set.
TEST_F(ApspSearch, RacesArePrintedOnRequestAndRightWhereNoneAreMet) {
  const auto on = pairs_from(apsp::path(30), {29});
  int racy = 0;
  for (const auto* variant : searches()) {
    const auto at = tuned(on, *variant, {{"races", 1}, {"block", 32}});
    if (std::ranges::none_of(variant->axes, [](auto& axis) { return axis.name == "races"; }))
      continue;
    ++racy;
    EXPECT_FALSE(variant->invalid(at));
    for (const auto& fault : faults_of(*variant, on, {{{"races", 1}, {"block", 32}}}))
      ADD_FAILURE() << fault;
  }
  EXPECT_EQ(racy, 6);
}

}  // namespace
