// States of the streams of random words of a run.
#pragma once

#include <vector>

#include "kernels/pcpd/generators.h"
#include "kernels/pcpd/outcome.h"

namespace pcpd {

/// Numbers that a stream's state has.
int state_words(generator_kind);

/// States of streams first .. first+count-1, number by number as a bank reads them. Every item of
/// every lattice has a stream: number lattice * items + item. Runs of another `draw` have others.
std::vector<word> stream_states(generator_kind, std::uint64_t seed, int draw, std::size_t first,
                                std::size_t count);

}  // namespace pcpd
