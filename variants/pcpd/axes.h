// The family's axes: what they can be, which points of them can run, and what a run takes.
#pragma once

#include "kernels/pcpd/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace pcpd {

std::vector<retime::workload_axis> workload_axes();

/// Threads of a block, and so the work-items S_w of a lattice, but for several words a thread.
retime::tuning_axis block_axis();
/// Where the site of a step comes from, which all items of a lattice share: as printed it is drawn.
inline retime::tuning_axis sites_axis() { return retime::tuning("sites", {"generator", "hash"}); }
site_choice sites_of(const retime::point&);
/// Lattices launched together: fewer stay in the L2 cache.
retime::tuning_axis in_flight_axis();
/// Words of the lattice that a thread updates together: as many work-items side by side. Four are
/// faster, but with the default block lattices of 2^18 sites then have few sites an item, which
/// biases late densities (kernels/pcpd/README.md).
inline constexpr retime::static_axis<1, 2, 4> words_per_thread{"words_per_thread", 2};

/// What a variant is made of, as far as its limits depend on it.
struct traits {
  std::vector<generator_kind> generators{generator_kind::lfsr113};  ///< the first is its own
  bool printed_masks = true;
  bool common_site = true;  ///< else sites are drawn in halves (sites.h)
  bool in_shared_memory = false;
};

/// Work-items S_w of a lattice at this point.
std::int64_t items_of(const retime::point&);
/// Why this point cannot run, if it cannot: the layout, the generator, p.
retime::reason invalid_for(const traits&, const retime::point&);
retime::reason invalid_generator(const std::vector<generator_kind>&, const retime::point&);
/// Why so many moves take too long, if they do.
retime::reason too_many_moves(const retime::point&, double most);

double memory_bytes(const traits&, const retime::point&);
retime::work work_of(const problem&, const retime::point&);

}  // namespace pcpd
