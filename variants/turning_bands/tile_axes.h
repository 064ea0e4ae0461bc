// Shapes of tiles: what they can be, and how lines are read by them.
#pragma once

#include "kernels/turning_bands/problem.h"
#include "kernels/turning_bands/tile_plan.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"

namespace turning_bands {

/// block_x: threads along z, the fastest; block_y: along y; cells_per_thread: along x.
std::vector<retime::tuning_axis> tile_axes();
/// Why these tiles cannot run, if they cannot.
retime::reason invalid_tile(const retime::point&);
/// Why a grid, which has 65535 blocks along y and z, does not cover the mesh, if it does not.
retime::reason too_many_tiles(const retime::point&);
tile_plan plan_of(const problem&, const retime::point& tuning);

}  // namespace turning_bands
