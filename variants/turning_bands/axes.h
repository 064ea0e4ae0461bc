// The family's axes: what they can be, which points of them can run, and what a run takes.
#pragma once

#include "kernels/turning_bands/problem.h"
#include "kernels/turning_bands/tile_plan.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace turning_bands {

std::vector<retime::workload_axis> workload_axes();

/// Threads of a block, and how far the loop over lines is unrolled (Fig. 4).
retime::tuning_axis block_axis();
inline constexpr retime::static_axis<1, 2, 4, 8> unroll{"unroll", 1};
inline constexpr retime::static_axis<0, 1> blocking{"blocking", 0};
/// Cells a thread of a tile has along x; fields read together where they share directions.
inline constexpr retime::static_axis<16, 32> cells_per_thread{"cells_per_thread", 32};
inline constexpr retime::static_axis<1, 2> fields_together{"fields_together", 1};
/// Points a thread of a tile of points has.
inline constexpr retime::static_axis<2, 4, 8> points_per_thread{"points_per_thread", 8};
/// Lines of which parts are in shared memory at a time.
retime::tuning_axis lines_at_once_axis();
/// Cells along an edge of a fragment, and fragments in device memory at a time.
retime::tuning_axis fragment_axis();
retime::tuning_axis in_flight_axis();

/// Shapes of tiles (tile_axes.cpp). block_x: threads along z, the fastest; block_y: along y;
/// cells_per_thread: along x; and `more`.
std::vector<retime::tuning_axis> tile_axes(const std::vector<retime::tuning_axis>& more);
/// Why these tiles cannot run, if they cannot.
retime::reason invalid_tile(const retime::point&);
/// Why a grid, which has 65535 blocks along y and z, does not cover the mesh, if it does not.
retime::reason too_many_tiles(const retime::point&);
/// How tiles of this shape read the lines.
tile_plan plan_of(const problem&, const retime::point& tuning);

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

/// Why a 3-D FFT cannot make this field, if it cannot.
retime::reason not_for_fft(const retime::point&);
/// The bytes of cells, of modes and as much again to work in, and of the spectrum.
double fft_memory_bytes(const retime::point&);
/// Counts cells as items: no line is read.
retime::work fft_work(const problem&, const retime::point&);

}  // namespace turning_bands
