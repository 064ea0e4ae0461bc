// The record of a case that several processes measured.
#pragma once

#include <span>

#include "harness/record/record.h"

namespace retime::sweep {

/// One record of the records that processes made of one case, in the order in which they ran: the
/// first, with the samples of all and what they say together (process_levels.h). Wrong in one
/// process is wrong: then it is that record, whose reason names the process. `precision`: asked of
/// half the interval. Needs at least one record.
recorded_case merged(std::span<const recorded_case> records, double precision);

}  // namespace retime::sweep
