// All variants read the same samples and add them in the same order: their answers are equal to the
// last bit. Those that stream need no memory for the field.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cases/run_once.h"
#include "kernels/device/device.h"
#include "kernels/device/emulation/host_memory.h"
#include "tests/variants/check_variants.h"
#include "variants/turning_bands/verification.h"

namespace turning_bands {
namespace {

using retime::axis_values;
using tests::workload;

workload on(const axis_values& given) { return {tests::family_named("turning_bands"), given}; }

const retime::variant& named(const std::string& id) {
  const auto members = tests::variants_of(tests::family_named("turning_bands"));
  return **std::ranges::find(members, id, &retime::variant::id);
}

const problem& problem_of(const workload& at) {
  return *static_cast<const problem*>(at.problem.get());
}

/// With the tuning axes that the variant has.
field run(const workload& at, const retime::variant& which, const axis_values& tuning) {
  axis_values own;
  for (const auto& axis : which.axes)
    if (tuning.contains(axis.name)) own.insert(*tuning.find(axis.name));
  const auto tuned = tests::tuned(at, which, own);
  EXPECT_FALSE(which.invalid(tuned)) << which.id << *which.invalid(tuned);
  const auto answer = retime::cases::run_once(*which.prepare(at.problem, tuned)).answer;
  return *static_cast<const field*>(answer.get());
}

/// Tiles and fragments that do not divide the mesh.
const axis_values small_tiles{{"block", 64},   {"block_x", 8},       {"block_y", 8},
                              {"fragment", 8}, {"lines_at_once", 2}, {"cells_per_thread", 16}};

const std::vector<std::string> of_cells{
    "cell_parallel", "cell_blocked", "irregular",     "ours_irregular",
    "ours",          "streamed",     "ours_streamed", "cpu_cell_parallel"};
const std::vector<std::string> of_points{"irregular", "ours_irregular", "cpu_cell_parallel"};

/// Lines of the device and of the host differ by the FFT's rounding.
void expect_equal_fields(const axis_values& given, const std::vector<std::string>& ids) {
  for (const char* precision : {"double", "float"}) {
    auto axes = given;
    axes["precision"] = precision;
    const workload at = on(axes);
    const auto& expected = *static_cast<const field*>(at.expected.get());
    ASSERT_EQ(expected.size(), problem_of(at).point_lines() / problem_of(at).lines);
    const field on_device = run(at, named("irregular"), small_tiles);
    EXPECT_TRUE(compare(problem_of(at), on_device, expected).correct()) << precision;
    for (const auto& id : ids) {
      const bool on_host = named(id).runs_on == retime::processor::cpu;
      const field found = run(at, named(id), small_tiles);
      EXPECT_TRUE(found.values == (on_host ? expected : on_device).values) << id << precision;
    }
    if (ids == of_cells) {
      const field added = run(at, named("line_parallel"), small_tiles);
      EXPECT_TRUE(compare(problem_of(at), added, expected).correct()) << precision;
    }
  }
}

/// nx != ny != nz, even and odd, one of them 1; more lines than a block has threads.
TEST(TurningBandsVariants, AreEqualToTheLastBitOnCells) {
  const axis_values odd{{"nx", 9}, {"ny", 17}, {"nz", 11}, {"lines", 13}, {"index", -1.0}};
  for (const axis_values& given :
       {axis_values{{"lines", 70}},
        {{"nx", 1}, {"nz", 34}, {"resolution", 64}, {"fields", 2}},
        {{"correction", "compression"}, {"fields", 3}, {"timed", "projection"}},
        {{"correction", "compression"},
         {"index", -3.0},
         {"resolution", 4},
         {"directions", "shared"},
         {"fields", 3},
         {"line_length", "177"}}}) {
    auto axes = given;
    axes.insert(odd.begin(), odd.end());
    expect_equal_fields(axes, of_cells);
  }
}

TEST(TurningBandsVariants, AreEqualToTheLastBitOnPoints) {
  const axis_values some{{"nx", 9}, {"ny", 17}, {"nz", 11}, {"lines", 13}, {"fields", 2}};
  for (const axis_values& given :
       {axis_values{{"mesh", "jittered"}}, {{"mesh", "random"}, {"resolution", 64}}}) {
    auto axes = given;
    axes.insert(some.begin(), some.end());
    expect_equal_fields(axes, of_points);
  }
}

class TurningBandsMemory : public testing::Test {
 protected:
  void TearDown() override { device::emulation::limit_memory(SIZE_MAX); }
};

/// Lines of 36 kB and a field of 1.7 MB.
TEST_F(TurningBandsMemory, AFieldThatIsLargerThanItIsStreamed) {
  const workload at = on({{"n", 60}, {"lines", 20}});
  const axis_values tuning{{"fragment", 24}, {"in_flight", 2}};
  device::emulation::limit_memory(1'000'000);
  EXPECT_THROW(run(at, named("cell_blocked"), tuning), device::out_of_memory);
  EXPECT_THROW(run(at, named("ours"), tuning), device::out_of_memory);
  for (const char* id : {"streamed", "ours_streamed"}) {
    const field found = run(at, named(id), tuning);
    const auto& expected = *static_cast<const field*>(at.expected.get());
    EXPECT_TRUE(compare(problem_of(at), found, expected).correct()) << id;
  }
}

/// What a variant says that it takes is enough for it.
TEST_F(TurningBandsMemory, IsWhatVariantsSayThatTheyTake) {
  for (const axis_values& axes :
       {axis_values{{"n", 1}, {"lines", 3}},
        {{"n", 12}, {"lines", 9}, {"fields", 3}},
        {{"n", 12}, {"lines", 3}, {"mesh", "random"}, {"precision", "float"}},
        {{"n", 9}, {"nz", 2}, {"lines", 5}, {"line_maker", "covariance"}, {"a", 20.0}},
        {{"n", 15}, {"lines", 4}, {"line_maker", "spectrum"}, {"line_length", "3000"}}}) {
    const workload at = on(axes);
    for (const auto* which : tests::variants_of(at.family)) {
      if (which->runs_on != retime::processor::gpu) continue;
      for (const auto& tuning : tests::tuning_points(*which, 2)) {
        const auto tuned = tests::tuned(at, *which, tuning);
        if (which->invalid(tuned)) continue;
        const double bytes = which->memory_bytes(tuned);
        device::emulation::limit_memory(static_cast<std::size_t>(bytes));
        EXPECT_NO_THROW(retime::cases::run_once(*which->prepare(at.problem, tuned)))
            << which->id << ' ' << problem_of(at).mesh.x << ' ' << bytes;
        device::emulation::limit_memory(SIZE_MAX);
      }
    }
  }
}

}  // namespace
}  // namespace turning_bands
