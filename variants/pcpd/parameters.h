// From the family's axes to a problem.
#pragma once

#include "kernels/pcpd/problem.h"
#include "variants/axis.h"

namespace pcpd {

/// Fills in the length (that of a start file, else the paper's 2^18 sites) and refuses a start that
/// cannot be used. retime::bad_input: one clear line.
void resolve(retime::point& workload);

/// The problem that a resolved point names.
problem make(const retime::point& workload);

/// Sites, and moves that a run attempts, of a resolved point.
std::int64_t length_of(const retime::point& workload);
double moves_of(const retime::point& workload);

/// By their numbers: of model dp is 1.
inline constexpr const char* model_names[]{"dp", "pcpd", "tcpd", "qcpd"};
inline constexpr const char* generator_names[]{"own",    "lfsr113", "well512",
                                               "philox", "philox7", "mwc64x"};
model model_of(const retime::point& workload);
generator_kind generator_of(const retime::point& workload);

}  // namespace pcpd
