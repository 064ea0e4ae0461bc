// Tuning axes of the GPU variants, and which of their points can run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "variants/form.h"

namespace cahn_hilliard {

/// flow, launch (stream: a launch a pass; graph: 64 steps a launch), block_x and block_y: every
/// shape of whole warps, strips (block_y = 1) and rectangles (Fig 4). The paper's 16 x 16 comes
/// first.
std::vector<retime::tuning_axis> device_axes();

/// As device_axes(), with `cells_per_thread`, the consecutive cells along y that a thread updates;
/// 1 is the paper's.
std::vector<retime::tuning_axis> device_axes_with_cells();

/// Why a block, or a number of cells a thread, cannot run.
std::optional<std::string> invalid_block(const retime::point&);
/// As above for blocks whose border of two threads only loads (2-D alone).
std::optional<std::string> invalid_bordered_block(const retime::point&);

/// Device memory of a run, rows padded.
double device_bytes(const retime::point&);

}  // namespace cahn_hilliard
