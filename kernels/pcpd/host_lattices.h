// The CPU's programs: Algorithm 1 as it stands, and the words of Algorithm 2.
#pragma once

#include "kernels/pcpd/problem.h"

namespace pcpd {

/// Algorithm 1, a byte a site, one lattice after the other. Each draw of a seed is another run.
outcome run_site_by_site(const problem&, int draw);

/// How Algorithm 2 runs on the CPU; `sites` are common to a lattice: drawn or per_lattice.
struct multispin_plan {
  int items = 64;
  int threads = 1;  ///< that share the lattices; 0: as many as there are cores
  site_choice sites = site_choice::drawn;
};

/// Algorithm 2 with its corrections, LFSR113 and the printed masks. The lattices are those of the
/// device's `multispin`.
outcome run_multispin(const problem&, const multispin_plan&, int draw);

}  // namespace pcpd
