// From the family's axes to a problem.
#pragma once

#include "kernels/pcpd/problem.h"
#include "variants/axis.h"

namespace pcpd {

/// Fills in the length (that of a start file, else the paper's 2^18 sites) and refuses a start that
/// cannot be used. retime::bad_input: one clear line.
void resolve(retime::point& workload);

/// Returns the problem that a resolved point names.
problem make_problem(const retime::point& point);

/// Returns the sites of a resolved point, and the moves that its run attempts.
std::int64_t length_of(const retime::point& point);
double moves_of(const retime::point& point);

/// Names by their numbers; that of model dp is 1.
inline constexpr const char* model_names[]{"dp", "pcpd", "tcpd", "qcpd"};
inline constexpr const char* generator_names[]{"own",    "lfsr113", "well512",
                                               "philox", "philox7", "mwc64x"};
model model_of(const retime::point& point);
generator_kind generator_of(const retime::point& point);

}  // namespace pcpd
