// Between the axes of a case and the settings of a run: shared by the family and all its variants.
#pragma once

#include "kernels/cahn_hilliard/problem.h"
#include "variants/form.h"

namespace cahn_hilliard {

settings settings_of(const retime::point&);

/// copy: as the paper does, every pass writes one output field that is then copied to where the
/// next pass reads (Figs 2 and 3). swap: nothing is copied; Euler exchanges two fields, the second
/// pass of RK2 writes over its own base.
bool copies(const retime::point&);
retime::tuning_axis flow_axis();

/// Fields a run holds under that flow.
int fields_held(integrator, bool copy_flow);

/// Bytes that the flow must move, each field of a pass or copy read or written once; flops; cell
/// steps.
retime::work work_of(const problem&, const retime::point&);

}  // namespace cahn_hilliard
