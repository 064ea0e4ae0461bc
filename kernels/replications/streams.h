// Keys of the replications' streams of random words.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/replications/generators.h"

namespace replications {

/// Words that a stream's key has.
int key_words(generator_kind);

/// Keys of some replications' streams: word i of replications[k] lies at [i * replications.size() +
/// k]. A key follows from seed and replication alone. Random spacing (Hill 2010): a stream begins
/// anywhere along the generator's period, so that two of them meet with a chance of about
/// their number squared times their length over the period. Philox's streams never meet.
std::vector<word> stream_keys(generator_kind, std::uint64_t seed,
                              const std::vector<std::int64_t>& replications);

}  // namespace replications
