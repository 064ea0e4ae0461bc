// The CPU's programs: Algorithm 1 as it stands, and the words of Algorithm 2.
#pragma once

#include "kernels/pcpd/problem.h"

namespace pcpd {

/// Algorithm 1, a byte a site, one lattice after the other. Each draw of a seed is another run.
outcome run_site_by_site(const problem&, int draw);

/// Algorithm 2 with its corrections, LFSR113 and the printed masks, `items` work-items; the
/// lattices on all cores, or one after the other. The lattices are those of the device's
/// `multispin`.
outcome run_multispin(const problem&, int items, int draw, bool parallel);

}  // namespace pcpd
