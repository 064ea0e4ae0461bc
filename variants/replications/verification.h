// When replications are right.
#pragma once

#include "variants/registry.h"
#include "variants/replications/model_form.h"

namespace replications {

/// By the plain loop on the host: all replications, or some where all would take too long: the
/// first, the last, and others drawn at random.
outcome reference(const problem&);

/// Every replication follows from the seed and its number alone, so those of the reference must be
/// equal: whole results in every bit, others to the model's tolerance. The others must lie where
/// results can.
retime::verification compare(const problem&, const outcome& got, const outcome& expected);

}  // namespace replications
