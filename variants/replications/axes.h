// The family's axes: what they can be, which points of them can run, and what a run takes.
#pragma once

#include "variants/kit/block_limits.h"
#include "variants/replications/model_form.h"
#include "variants/replications/parameters.h"

namespace replications {

/// The axes of all models, to which each model adds its own.
std::vector<retime::workload_axis> workload_axes();

/// Why so many random words take too long, if they do.
retime::reason too_many_words(const retime::point&, double most);

/// A variant's `.prepare` by its model's launch.
template <auto Launch>
runner prepare_launch(const problem& problem, const retime::point& tuning) {
  return (model_of(problem).*Launch)(problem, tuning);
}

double memory_bytes(const retime::point&);
retime::work work_of(const problem&, const retime::point&);

}  // namespace replications
