// Sources shared out over several GPUs by whole tiles: the reference's distances, and its numbers
// of pairs.
#include <gtest/gtest.h>

#include "kernels/apsp/reference.h"
#include "kernels/device/device.h"
#include "variants/apsp/on_gpus.h"

namespace apsp {
namespace {

constexpr int sources_of_tile = 1024;

distances found_on(const problem& of, int gpus) {
  retime::point tuning;
  for (const auto& [axis, value] :
       {std::pair{"block", 256}, {"words_per_lane", 1}, {"tiles_at_once", 1}})
    tuning.set(axis, std::int64_t{value});
  const auto search = [&](const problem& part) { return search_by_tile(part, tuning); };
  const auto runs = search_on_gpus(of, gpus, sources_of_tile, search);
  device::stream queue;
  distances last;
  for (int run = 0; run < 2; ++run) {  // sums begin anew
    runs->reset();
    runs->run(queue);
    queue.synchronize();
    last = runs->answer();
  }
  return last;
}

TEST(ApspOnGpus, TilesAreSharedOut) {
  problem of{.network = star(1100)};
  of.sources = all_sources(of.network);
  const distances expected = reference(of);
  for (const int gpus : {1, 2, 8}) {
    const distances found = found_on(of, gpus);
    EXPECT_EQ(found.rows, expected.rows) << gpus;
    EXPECT_EQ(found.matrix, expected.matrix) << gpus;
    EXPECT_EQ(found.launches, std::min(gpus, 2)) << "of two tiles";
  }
}

TEST(ApspOnGpus, NumbersOfPairsAreSummed) {
  problem of{.network = directed_graph(1050, std::vector<arc>{{0, 1}, {1, 2}, {1040, 0}})};
  of.sources = all_sources(of.network);
  of.histogram_only = true;
  const auto expected = reference(of).pairs_at;
  for (const int gpus : {1, 2, 4}) EXPECT_EQ(found_on(of, gpus).pairs_at, expected) << gpus;
}

/// Of rows that are kept whole there is no gap.
TEST(ApspOnGpus, RowsAreKeptAsFromOneSearch) {
  const auto searched = [](std::vector<std::int32_t> rows, std::size_t kept) {
    distances found{.vertices = 2, .launches = 1};
    found.add_rows(rows);
    found.matrix.resize(2 * kept);
    return found;
  };
  distances all = searched({0, 1, 1, 0}, 2);
  const distances whole = searched({0, 1, 1, 0, 0, 2, 2, 0, 0, 3}, 3);
  all.append(searched({0, 2, 2, 0}, 1));
  all.append(searched({0, 3}, 1));
  EXPECT_EQ(all.rows, whole.rows);
  EXPECT_EQ(all.matrix, whole.matrix);
  EXPECT_EQ(all.launches, 3);
}

}  // namespace
}  // namespace apsp
