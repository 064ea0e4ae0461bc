// Observables along a run, for any variant.
#pragma once

#include <functional>

#include "kernels/cahn_hilliard/problem.h"
#include "variants/runner.h"

namespace cahn_hilliard {

/// Runs from the initial state through sample_steps(), summarising the field at each. Every
/// observable becomes a series over time = step * dt, under its own name.
std::map<std::string, retime::series> trace_run(
    const problem&, const std::function<void(std::int64_t steps)>& advance,
    const std::function<field()>& now);

}  // namespace cahn_hilliard
