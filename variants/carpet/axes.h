// The carpet's axes: what they can be, what a point of them takes and has to do.
#pragma once

#include "kernels/carpet/passes.h"
#include "kernels/carpet/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace carpet {

std::vector<retime::workload_axis> workload_axes();

/// A square tile of A and B; a list's sites of C, a block apart. 1 is the paper's one thread a
/// site.
inline constexpr retime::static_axis<1, 4, 16> sites_of_tile{"sites_per_thread", 16};
inline constexpr retime::static_axis<1, 2, 4> sites_of_list{"sites_per_thread", 2};

/// What several_steps has.
inline constexpr retime::static_axis<1, 2, 4, 8> steps_of_pass{"steps_per_pass", 8};
inline constexpr retime::static_axis<1, 2, 4> sites_of_lane{"sites_per_lane", 4};

/// The axes of A and B, and of C; and the paper's own points of them, which leave the block open.
std::vector<retime::tuning_axis> tile_axes(), list_axes();
retime::axis_values printed_tiles(), printed_list();
std::vector<retime::tuning_axis> strip_axes();  ///< those of several_steps

/// Why a point of tile_axes(), of list_axes(), of strip_axes(), cannot run, if it cannot.
retime::reason invalid_tiles(const retime::point&);
retime::reason invalid_list(const retime::point&);
retime::reason invalid_strips(const retime::point&);

/// The longest walk without walls: its (2 S + 203) (2 S + 33) sites, with the largest margin, that
/// of several_steps, stay below 2^31.
inline constexpr int largest_steps = 23000;
/// Why 32-bit indices cannot hold the reach, if they cannot.
retime::reason too_many_sites(const retime::point&);

/// Estimates from the axes alone.
double dense_memory_bytes(const retime::point&);  ///< P_old and P_new of the reach
double list_memory_bytes(const retime::point&);   ///< P_old, P_new and four indices a site
double byte_memory_bytes(const retime::point&);   ///< P_old, P_new and a byte a site of the reach

/// The least a run must move: P_old read and P_new written once a site and step. The observable
/// `last_step_bytes` is what the last launch must move: the last step, the largest.
retime::work dense_work(const problem&, const retime::point&);    ///< all sites of the reach
retime::work diamond_work(const problem&, const retime::point&);  ///< sites with |x|+|y| <= s
/// Only accessible ones of the diamond; with their indices (C), and without (CPU).
retime::work list_work(const problem&, const retime::point&);
retime::work host_work(const problem&, const retime::point&);
/// Visits of diamond_work; P and a byte read and P written once a pass.
retime::work strip_work(const problem&, const retime::point&);

/// `steps` instead, where a pass takes several: `bytes` for each of the sites(s) that its last step
/// s updates, as if no graph ended in between. `last_step_bytes` is what the last pass moves.
template <class Sites>
retime::work with_passes(retime::work steps, const problem& problem, const retime::point& point,
                         double bytes, Sites sites) {
  double all_sites = 0, last_sites = 0;
  int done = 0;
  for (const int size :
       passes_of(problem.steps, static_cast<int>(point.integer("steps_per_pass")))) {
    done += size;
    last_sites = sites(done);
    all_sites += last_sites;
  }
  steps.bytes = all_sites * bytes;
  steps.observables["last_step_bytes"] = last_sites * bytes;
  return steps;
}

}  // namespace carpet
