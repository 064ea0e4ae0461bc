// A variant's tuning space in the T1 format (what Kernel Tuning Toolkit and others read).
#pragma once

#include <nlohmann/json.hpp>

#include "harness/spaces/tuning_problem.h"

namespace retime::exports {

/// The tuning space of a variant as T1. The variant's own constraints are code; here they stand as
/// conditions that exclude the same points: those values, or pairs of values, ..., that go
/// together. T1 asks for launch sizes, which our variants compute: they stand as "1" except for a
/// `block`. The arguments are computed too and stand as none; the problem size is the value of the
/// axis that grows it, or 1, as in an exported Kernel Tuner cache.
nlohmann::ordered_json t1(const tuning_problem& what, const std::string& device_name);

}  // namespace retime::exports
