// What the CPU variants share: both differ in the style of a pass alone.
#pragma once

#include <memory>

#include "kernels/cahn_hilliard/host_pass.h"
#include "variants/form.h"

namespace cahn_hilliard {

std::unique_ptr<retime::runner<field>> prepare_on_host(const problem&, const retime::point&,
                                                       host_style);

/// Host memory of a run.
double host_bytes(const retime::point&);

}  // namespace cahn_hilliard
