// The family's axes: what they can be, which points of them can run, and what a run takes.
#pragma once

#include "kernels/turning_bands/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace turning_bands {

std::vector<retime::workload_axis> workload_axes();

/// Threads of a block, and how far the loop over lines is unrolled (Fig. 4).
retime::tuning_axis block_axis();
inline constexpr retime::static_axis<1, 2, 4, 8> unroll{"unroll", 1};
inline constexpr retime::static_axis<0, 1> blocking{"blocking", 0};
/// Of tiles: cells a thread along x, and fields that are read together where they share directions.
inline constexpr retime::static_axis<16, 32> cells_per_thread{"cells_per_thread", 32};
inline constexpr retime::static_axis<1, 2> fields_together{"fields_together", 1};
/// Of tiles of points: points a thread.
inline constexpr retime::static_axis<2, 4, 8> points_per_thread{"points_per_thread", 8};
/// Lines of which parts are in shared memory at a time.
retime::tuning_axis lines_at_once_axis();
/// Cells along an edge of a fragment, and fragments in device memory at a time.
retime::tuning_axis fragment_axis();
retime::tuning_axis in_flight_axis();

retime::reason invalid_block(const retime::point&);
retime::reason not_regular(const retime::point&);
retime::reason invalid_fragments(const retime::point&);

/// Device memory of lines, directions and fields; of points too where they are read.
double memory_bytes(const retime::point&);
double memory_with_points(const retime::point&);
/// With fragments in place of the fields.
double memory_in_fragments(const retime::point&);
double host_memory_bytes(const retime::point&);

retime::work work_of(const problem&, const retime::point&);

}  // namespace turning_bands
