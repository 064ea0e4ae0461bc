#include "harness/run/pinned_threads.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <map>
#include <set>
#include <thread>

namespace retime {
namespace {

std::set<int> cores_of_this_thread() {
  cpu_set_t set;
  std::set<int> cores;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.insert(core);
  return cores;
}

/// Of each thread of a loop.
std::map<int, std::set<int>> cores_of_threads() {
  std::map<int, std::set<int>> found;
#pragma omp parallel
#pragma omp critical
  found[omp_get_thread_num()] = cores_of_this_thread();
  return found;
}

class PinnedThreads : public ::testing::Test {
 protected:
  const std::set<int> all = cores_of_this_thread();
  const int before = omp_get_max_threads();

  void TearDown() override { omp_set_num_threads(before); }
};

TEST_F(PinnedThreads, EachHasACoreOfItsOwnWhileItLasts) {
  omp_set_num_threads(static_cast<int>(all.size()));
  {
    const pinned_threads pinned;
    auto found = cores_of_threads();
    ASSERT_EQ(found.size(), all.size());
    EXPECT_EQ(found.at(0), all);
    found.erase(0);
    std::set<int> taken;
    for (const auto& [thread, cores] : found) {
      EXPECT_EQ(cores.size(), 1U);
      EXPECT_TRUE(taken.insert(*cores.begin()).second) << thread;
    }
    EXPECT_FALSE(taken.contains(*all.begin()));  // where the calling thread began
    std::set<int> started;
    std::jthread([&] { started = cores_of_this_thread(); }).join();
    EXPECT_EQ(started, all);
  }
  for (const auto& [thread, cores] : cores_of_threads()) EXPECT_EQ(cores, all) << thread;
}

TEST_F(PinnedThreads, MoreThreadsThanCoresGoWhereTheyLike) {
  omp_set_num_threads(static_cast<int>(all.size()) + 1);
  const pinned_threads pinned;
  for (const auto& [thread, cores] : cores_of_threads()) EXPECT_EQ(cores, all) << thread;
}

}  // namespace
}  // namespace retime
