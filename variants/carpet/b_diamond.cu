// Variant B: threads for the diamond that the walker can have reached.
#include "kernels/carpet/b_diamond.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

namespace {

std::optional<std::string> invalid(const retime::point& at) {
  if (carpet::farthest_estimate(at) <= 32766) return std::nullopt;
  return "steps=" + std::to_string(at.integer("steps")) +
         " on this surface exceeds |x|+|y| <= 32766, what 32-bit thread numbers hold";
}

}  // namespace

REGISTER_VARIANT(carpet::problem, {.id = "b_diamond",
                                   .paper = {"hoffmann_2010", "Variant B"},
                                   .base = "a_dense",
                                   .axes = carpet::tile_axes(),
                                   .invalid = invalid,
                                   .memory_bytes = carpet::dense_memory_bytes,
                                   .work = carpet::diamond_work,
                                   .prepare = carpet::prepare_tiles<carpet::b_diamond_walk>});
