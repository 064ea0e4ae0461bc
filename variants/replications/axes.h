// The family's axes, and which of their points can run.
#pragma once

#include "variants/kit/block_limits.h"
#include "variants/replications/model_form.h"

namespace replications {

/// Those of all models; each model adds its own.
std::vector<retime::workload_axis> common_axes();

/// Leaves out the axes of other models; retime::bad_input for what the model refuses.
void resolve(retime::point& workload);
/// The problem that a resolved point names.
problem make(const retime::point& workload);

/// Why so many random words take too long, if they do.
retime::reason too_many_words(const retime::point&, double most);

double memory_bytes(const retime::point&);
retime::work work_of(const problem&, const retime::point&);

}  // namespace replications
