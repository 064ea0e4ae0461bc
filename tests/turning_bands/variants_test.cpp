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

workload workload_at(const axis_values& axes) {
  return {tests::family_named("turning_bands"), axes};
}

const retime::variant& named(const std::string& id) {
  const auto members = tests::variants_of(tests::family_named("turning_bands"));
  return **std::ranges::find(members, id, &retime::variant::id);
}

const problem& problem_of(const workload& workload) {
  return *static_cast<const problem*>(workload.problem.get());
}

/// At the point of those tuning axes that the variant has.
retime::point point_of(const workload& workload, const retime::variant& variant,
                       const axis_values& tuning) {
  axis_values own;
  for (const auto& axis : variant.axes)
    if (tuning.contains(axis.name)) own.insert(*tuning.find(axis.name));
  return tests::tuned(workload, variant, own);
}

field run(const workload& workload, const retime::variant& variant, const axis_values& tuning) {
  const auto point = point_of(workload, variant, tuning);
  const auto answer = retime::cases::run_once(*variant.prepare(workload.problem, point)).answer;
  return *static_cast<const field*>(answer.get());
}

bool is_correct(const workload& workload, const field& answer) {
  return compare(problem_of(workload), answer, *static_cast<const field*>(workload.expected.get()))
      .correct();
}

/// Lines of the device and of the host differ by the FFT's rounding; line_parallel adds in any
/// order. Tiles and fragments do not divide the mesh.
int count_equal_fields(const axis_values& axes) {
  const axis_values small_tiles{{"block", 64},   {"block_x", 8},       {"block_y", 8},
                                {"fragment", 8}, {"lines_at_once", 2}, {"cells_per_thread", 16}};
  const workload workload = workload_at(axes);
  const field& on_host = *static_cast<const field*>(workload.expected.get());
  const field on_device = run(workload, named("irregular"), small_tiles);
  EXPECT_TRUE(is_correct(workload, on_device));
  int equal = 0;
  for (const auto* variant : tests::variants_of(workload.family)) {
    if (variant->id.ends_with("fft_3d")) continue;
    if (variant->invalid(point_of(workload, *variant, small_tiles))) continue;  // a mesh alone
    const bool is_host = variant->runs_on == retime::processor::cpu;
    const field answer = run(workload, *variant, small_tiles);
    if (variant->id == "line_parallel")
      EXPECT_TRUE(is_correct(workload, answer));
    else if (answer.values == (is_host ? on_host : on_device).values)
      ++equal;
    else
      ADD_FAILURE() << variant->id;
  }
  return equal;
}

/// nx != ny != nz, even and odd, one of them 1; more lines than a block has threads.
TEST(TurningBandsVariants, AreEqualToTheLastBit) {
  const axis_values odd{{"nx", 9}, {"ny", 17}, {"nz", 11}, {"lines", 13}, {"index", -1.0}};
  const std::pair<axis_values, int> workloads[] = {
      {{{"lines", 70}}, 9},
      {{{"nx", 1}, {"nz", 34}, {"resolution", 64}, {"fields", 2}}, 9},
      {{{"correction", "compression"}, {"fields", 3}, {"timed", "projection"}}, 9},
      {{{"correction", "compression"},
        {"index", -3.0},
        {"resolution", 4},
        {"directions", "shared"},
        {"fields", 3},
        {"line_length", "177"}},
       9},
      {{{"mesh", "jittered"}, {"fields", 2}}, 3},
      {{{"mesh", "random"}, {"resolution", 64}, {"fields", 2}}, 3}};
  for (auto [axes, variants] : workloads) {
    axes.insert(odd.begin(), odd.end());
    for (const char* precision : {"double", "float"}) {
      axes["precision"] = precision;
      EXPECT_EQ(count_equal_fields(axes), variants) << axes.size() << precision;
    }
  }
}

class TurningBandsMemory : public testing::Test {
 protected:
  void TearDown() override { device::emulation::limit_memory(SIZE_MAX); }
};

/// Lines of 36 kB and a field of 1.7 MB.
TEST_F(TurningBandsMemory, AFieldThatIsLargerThanItIsStreamed) {
  const workload workload = workload_at({{"n", 60}, {"lines", 20}});
  const axis_values tuning{{"fragment", 24}, {"in_flight", 2}};
  device::emulation::limit_memory(1'000'000);
  for (const char* id : {"cell_blocked", "ours"})
    EXPECT_THROW(run(workload, named(id), tuning), device::out_of_memory);
  for (const char* id : {"streamed", "ours_streamed"})
    EXPECT_TRUE(is_correct(workload, run(workload, named(id), tuning))) << id;
}

/// What a variant says that it takes is enough for it.
TEST_F(TurningBandsMemory, IsWhatVariantsSayThatTheyTake) {
  for (const axis_values& axes :
       {axis_values{{"n", 1}, {"lines", 3}},
        {{"n", 12}, {"lines", 9}, {"fields", 3}},
        {{"n", 12}, {"lines", 3}, {"mesh", "random"}, {"precision", "float"}},
        {{"n", 9}, {"nz", 2}, {"lines", 5}, {"line_maker", "covariance"}, {"a", 20.0}},
        {{"n", 15}, {"lines", 4}, {"line_maker", "spectrum"}, {"line_length", "3000"}}}) {
    const workload workload = workload_at(axes);
    for (const auto* variant : tests::variants_of(workload.family)) {
      if (variant->runs_on != retime::processor::gpu) continue;
      for (const auto& tuning : tests::tuning_points(*variant, 2)) {
        const auto point = tests::tuned(workload, *variant, tuning);
        if (variant->invalid(point)) continue;
        const double bytes = variant->memory_bytes(point);
        device::emulation::limit_memory(static_cast<std::size_t>(bytes));
        EXPECT_NO_THROW(retime::cases::run_once(*variant->prepare(workload.problem, point)))
            << variant->id << ' ' << problem_of(workload).mesh.x << ' ' << bytes;
        device::emulation::limit_memory(SIZE_MAX);
      }
    }
  }
}

}  // namespace
}  // namespace turning_bands
