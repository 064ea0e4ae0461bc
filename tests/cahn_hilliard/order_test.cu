// Kernels whose answer depended on the order of blocks and threads would show it here: shuffled,
// and switched in the middle of a thread.
#include <gtest/gtest.h>

#include "harness/run/run_once.h"
#include "kernels/cahn_hilliard/problem.h"
#include "kernels/device/device.h"
#include "variants/form.h"

namespace cahn_hilliard {
namespace {

struct shuffled {
  explicit shuffled(unsigned seed) { device::emulation::shuffle(seed, 3); }
  ~shuffled() { device::emulation::unshuffle(); }
};

TEST(cahn_hilliard_order, of_threads_and_blocks_changes_nothing) {
  for (const auto& of : retime::variants()) {
    if (of.family != problem::family || of.runs_on != retime::processor::gpu) continue;
    const auto& family = retime::family_of(of);
    retime::point at;
    for (const auto& axis : family.axes) at.set(axis.name, axis.fallback);
    for (const auto& axis : of.axes) at.set(axis.name, axis.fallback);
    at.set("n", 26);
    at.set("steps", 2);
    at.set("flow", "swap");
    const auto made = family.make(at);
    const auto expected = family.reference(made);
    const auto runner = of.prepare(made, at);
    for (const unsigned seed : {1u, 2u, 3u}) {
      const shuffled order(seed);
      const auto compared = family.compare(made, retime::run_once(*runner).answer, expected);
      EXPECT_TRUE(compared.correct()) << of.id << ", seed " << seed << ": " << compared.value;
    }
  }
}

}  // namespace
}  // namespace cahn_hilliard
