// The axes of the variants that march down rows, or through planes.
#pragma once

#include "kernels/cahn_hilliard/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace cahn_hilliard {

/// Neighbouring cells of a row that a lane of a warp holds.
inline constexpr retime::static_axis<1, 2, 4> cells_per_lane{"cells_per_lane", 4};
/// Steps that phi takes between being read and written.
inline constexpr retime::static_axis<1, 2> steps_per_pass{"steps_per_pass", 2};
/// Rows that a block writes: fewer give more blocks, and more that is computed twice.
inline constexpr const char* rows_axis = "rows";

/// cells_per_lane, steps_per_pass, rows, launch (stream; graph: 64 steps a launch; overlap: the
/// same, and blocks of a pass start while the pass before ends).
std::vector<retime::tuning_axis> march_axes();
retime::reason invalid_march(const retime::point&);

/// The march in three dimensions has rows of threads of a block, of which the outermost write
/// nothing; cells_per_lane, planes that a block writes, launch.
inline constexpr retime::static_axis<16, 24, 32> rows_of_threads{"rows_of_threads", 24};
inline constexpr retime::static_axis<2, 4> cells_per_lane_3d{"cells_per_lane", 4};
inline constexpr const char* planes_axis = "planes";
std::vector<retime::tuning_axis> march_3d_axes();
retime::reason invalid_march_3d(const retime::point&);

/// Why a kernel for fields of `dim` dimensions cannot take the point's, if it cannot.
retime::reason other_than(const retime::point&, std::int64_t dim, const char* kernel);

/// Passes that a run takes: the last steps, which are too few for a whole pass, take one each.
constexpr int passes(int steps, int at_once) { return steps / at_once + steps % at_once; }

double march_memory_bytes(const retime::point&);
/// Bytes: phi read once and written once a pass.
retime::work march_work(const problem&, const retime::point&);
retime::work potential_march_work(const problem&, const retime::point&);

/// The same problem with the order of sums that `ours`, `ours_3d` and `resident` ask the reference
/// for.
problem by_potential(problem problem);

}  // namespace cahn_hilliard
