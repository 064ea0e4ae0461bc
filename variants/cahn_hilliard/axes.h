// The family's axes: what they can be, what a point of them takes and has to do.
#pragma once

#include "kernels/cahn_hilliard/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace cahn_hilliard {

std::vector<retime::workload_axis> workload_axes();

/// The axis `flow`. copy: as the paper does, every pass writes one output field that is then copied
/// to where the next pass reads (Figs 2 and 3). swap: nothing is copied; Euler exchanges two
/// fields, the second pass of RK2 writes over its own base.
retime::tuning_axis flow_axis();
bool copies(const retime::point&);
/// Fields a run holds under that flow.
int fields_held(integrator, bool copy_flow);

/// Consecutive cells along y that a thread updates; 1 is the paper's.
inline constexpr retime::static_axis<1, 2, 4, 8> cells_per_thread{"cells_per_thread", 1};

/// The GPU variants have flow, launch (stream: a launch a pass; graph: 64 steps a launch), block_x
/// and block_y: every shape of whole warps, strips (block_y = 1) and rectangles (Fig 4). The
/// paper's 16 x 16 comes first: it sweeps the block of A and C, and prints B and D for that one.
std::vector<retime::tuning_axis> device_axes();

/// B and D have `border`, too: the paper's two threads around a block that only load, or branches
/// for the cells that lie outside of its tile (Sect. 3.1.7).
std::vector<retime::tuning_axis> tile_axes();
bool branches(const retime::point&);
/// The point that the paper prints for them, and why a point cannot run: they are in 2-D alone, and
/// the border leaves no thread to write in blocks of two to four rows. Strips have it at their
/// ends.
retime::axis_values printed_tile();
retime::reason invalid_tile(const retime::point&);
/// Why kernels that have no conserving update cannot run.
retime::reason invalid_update(const retime::point&);

/// Memory of that many fields, and of a run: on the device, rows padded; on the host.
double bytes_of_fields(const settings&, int fields, std::size_t row_alignment = 128);
double device_bytes(const retime::point&);
double host_bytes(const retime::point&);

/// Bytes that the flow must move, each field of a pass or copy read or written once; flops; cell
/// steps.
retime::work work_of(const problem&, const retime::point&);

/// Steps that `ours` takes between reading phi and writing it.
inline constexpr retime::static_axis<1, 2> steps_per_pass{"steps_per_pass", 2};

/// Passes of `ours` in a run: the last steps, which are too few for a whole pass, take one each.
constexpr int passes(int steps, int at_once) { return steps / at_once + steps % at_once; }

/// Why a kernel for fields of `dim` dimensions cannot take the point's. `does`: what it does that
/// needs them, as in "marches down rows".
retime::reason other_than(const retime::point&, std::int64_t dim, const char* does);

/// What `ours`, `ours_3d` and `resident` hold and do: two fields; phi read and written once a pass.
double our_bytes(const retime::point&);
retime::work our_work(const problem&, const retime::point&);

/// The problem with the order of sums that they ask the reference for.
problem by_potential(problem problem);

}  // namespace cahn_hilliard
