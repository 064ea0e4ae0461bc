// The specification of every variant that works on words: Algorithm 1, site by site, with the
// random words that the variant draws.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/pcpd/problem.h"

namespace pcpd {

/// Sees the sites of a lattice, 0 or 1 each, at times 0, 1, 2, ...
using site_observer = std::function<void(int time, const std::vector<std::uint8_t>& sites)>;

/// The sites of one lattice at time `until`, as a variant of this recipe must have them.
std::vector<std::uint8_t> replay(
    const problem&, const recipe&, int lattice, int until,
    const site_observer& observe = [](auto&&...) {});

}  // namespace pcpd
