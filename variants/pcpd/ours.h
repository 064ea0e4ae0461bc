// `ours`, for what is made of it.
#pragma once

#include "kernels/pcpd/problem.h"
#include "variants/form.h"

namespace pcpd {

retime::variant_form<problem> ours_form();

}  // namespace pcpd
