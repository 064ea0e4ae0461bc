// The seven kernels in adversarial orders of threads, on graphs that no generator gives: equal to
// the reference, and they end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/apsp/generate.h"
#include "kernels/apsp/k1_frontier_copy.cuh"
#include "kernels/apsp/k2_global_counter.cuh"
#include "kernels/apsp/k3_shared_counter.cuh"
#include "kernels/apsp/k4_packed_arcs.cuh"
#include "kernels/apsp/k5_sorted_degree.cuh"
#include "kernels/apsp/k6_update_array.cuh"
#include "kernels/apsp/k7_thread_counter.cuh"
#include "kernels/apsp/problem.h"
#include "kernels/apsp/reference.h"

namespace {

using apsp::arc;
using apsp::graph;
using apsp::vertex;

// A hub, a long tail, loops, repeats, one-way arcs, two components and a vertex without any arc.
graph awkward() {
  std::vector<arc> arcs{{0, 0}, {5, 5}, {40, 41}, {41, 40}, {41, 42}, {1, 2}, {1, 2}, {2, 1}};
  for (vertex v = 1; v < 30; ++v) arcs.push_back({0, v});
  for (vertex v = 20; v < 38; ++v) arcs.push_back({v, v + 1});
  return apsp::directed_graph(45, arcs);
}

struct named_graph {
  std::string name;
  graph made;
};

const std::vector<named_graph>& graphs() {
  static const std::vector<named_graph> all{
      {"one vertex", apsp::path(1)},
      {"no arcs", apsp::undirected_graph(9, {})},
      {"awkward", awkward()},
      {"ring", apsp::ring(40)},
      {"star", apsp::star(70)},
      {"torus", apsp::torus(48)},
      {"complete", apsp::complete(33)},
      {"watts ring", apsp::watts_alpha({.n = 90, .k = 6}, {})},
      {"barabasi albert", apsp::barabasi_albert(80, 4, {})},
  };
  return all;
}

template <class Search>
std::vector<int> distances_from(const graph& network, const std::vector<vertex>& sources, int block,
                                std::size_t ahead = 0, std::int64_t* launches = nullptr) {
  Search search(network, block, ahead);
  device::buffer<int> cost(sources.size() * static_cast<std::size_t>(network.vertices()));
  device::stream queue;
  const std::int64_t counted =
      apsp::search_all(search, sources, network.vertices(), cost, queue, ahead);
  if (launches != nullptr) *launches = counted;
  return cost.to_host();
}

template <class Search>
class ApspSearch : public testing::Test {
 protected:
  void TearDown() override { device::emulation::unshuffle(); }

  static void expect_reference(int block, std::size_t ahead = 0) {
    for (const auto& [name, network] : graphs()) {
      const std::vector<vertex> sources = apsp::all_sources(network);
      EXPECT_EQ(distances_from<Search>(network, sources, block, ahead),
                apsp::reference({.network = network, .sources = sources}).matrix)
          << name;
    }
  }
};

using searches =
    testing::Types<apsp::k1_search<1>, apsp::k1_search<8>, apsp::k2_search<1>, apsp::k2_search<8>,
                   apsp::k3_search<1>, apsp::k3_search<8>, apsp::k4_search<1>, apsp::k4_search<4>,
                   apsp::k4_search<8>, apsp::k5_search<1>, apsp::k5_search<8>, apsp::k6_search<1>,
                   apsp::k6_search<8>, apsp::k7_search<1>, apsp::k7_search<8>>;
TYPED_TEST_SUITE(ApspSearch, searches);

// The printed kernels 2 to 7 without the corrections do not end under most of these orders.
TYPED_TEST(ApspSearch, EqualsTheReferenceInTwentyOrdersOfThreads) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    device::emulation::shuffle(seed, 3);
    this->expect_reference(32, seed % 3);
  }
}

// A level can run ahead, if a thread meets a flag that was set in the same launch, but never fall
// behind.
TYPED_TEST(ApspSearch, TakesNoMoreLaunchesThanLevels) {
  const graph network = apsp::watts_alpha({.n = 200, .k = 6}, {});
  const std::vector<vertex> sources = apsp::all_sources(network);
  std::int64_t launches = 0;
  distances_from<TypeParam>(network, sources, 64, 0, &launches);
  EXPECT_LE(launches, levels(apsp::reference({.network = network, .sources = sources})));
  EXPECT_GE(launches, 200);
}

// Listing 11 as printed: a vertex that is flagged twice in one launch is counted twice.
static __global__ void k2_as_printed(device::span<const int> vertices, device::span<const int> arcs,
                                     device::span<int> frontier, device::span<int> counter,
                                     device::span<int> cost) {
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

// Shows that the orders above are adverse enough to find the race that the corrections close.
TEST(ApspSearchAsPrinted, LeavesACounterThatNeverReachesZero) {
  const graph network = apsp::watts_alpha({.n = 90, .k = 6}, {});
  const apsp::csr_on_device lists(network);
  int endless = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    device::emulation::shuffle(seed, 3);
    device::buffer<int> cost(90);
    apsp::counted_frontier frontier(90, 32, 0);
    device::stream queue;
    frontier.begin(queue, cost.view(), 0);
    int launches = 0;
    do {
      device::launch(queue, k2_as_printed, frontier.shape(), lists.vertices.view(),
                     lists.arcs.view(), frontier.flags(), frontier.counter(), cost.view());
      frontier.look(queue, 0);
      queue.synchronize();
    } while (frontier.is_filled(0) && ++launches < 200);
    endless += launches == 200;
  }
  device::emulation::unshuffle();
  EXPECT_GT(endless, 0);
}

}  // namespace
