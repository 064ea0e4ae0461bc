// What the carpet's variants share: their tuning axes, their memory and their work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/carpet/problem.h"
#include "variants/form.h"

namespace carpet {

/// Of A and B. `sites_per_thread` is a square tile; 1 is the paper's one thread a site.
std::vector<retime::tuning_axis> tile_axes();
/// Of C. `rings` is how many rings are numbered together; 1 is the paper's numbering.
std::vector<retime::tuning_axis> list_axes();

/// The paper's own points of them; it leaves the block open.
std::map<std::string, retime::axis_value> printed_tiles();
std::map<std::string, retime::axis_value> printed_list();

/// Estimates from the axes alone.
double dense_memory_bytes(const retime::point& at);  ///< P_old and P_new of the reach
double list_memory_bytes(const retime::point& at);   ///< P_old, P_new and four indices a site
double host_memory_bytes(const retime::point& at);  ///< P_old, P_new and a byte a site, on the host

/// Of a walk without walls: (2 S + 65) (2 S + 9) sites, a margin among them, stay below 2^31.
inline constexpr int largest_steps = 23000;

/// Why 32-bit indices cannot hold the reach, if they cannot.
std::optional<std::string> too_many_sites(const retime::point& at);

/// Why a point of tile_axes(), of list_axes(), cannot run, if it cannot.
std::optional<std::string> invalid_tiles(const retime::point& at);
std::optional<std::string> invalid_list(const retime::point& at);

/// The least a run must move: P_old read and P_new written once a site and step. The observable
/// `last_step_bytes` is what the last step, the largest, must move.
retime::work dense_work(const problem& of, const retime::point& at);    ///< all sites of the reach
retime::work diamond_work(const problem& of, const retime::point& at);  ///< sites with |x|+|y| <= s
/// Only accessible ones of the diamond; with their indices (C), and without (CPU).
retime::work list_work(const problem& of, const retime::point& at);
retime::work host_work(const problem& of, const retime::point& at);

/// The input that the axes ask for; reads the generator file. Throws retime::bad_input.
parameters parameters_of(const retime::point& at);

}  // namespace carpet
