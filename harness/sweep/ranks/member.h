// A rank that measures: it starts workers on the GPU that it is given and passes requests on to
// them.
#pragma once

#include <memory>
#include <string>

#include "harness/sweep/ranks/mpi_job.h"

namespace retime::sweep::ranks {

/// Serves the first rank of the job (members.h) until that ends the job or is not heard of for a
/// minute, and then ends this process: a worker that is in the midst of a case ends with it.
///
///   says at first  {"hello": {"host", "process": {"pids", "pid"}, "gpus"}}
///   {"do": "bind", "device", "seed", "first": {"pids", "pid"}}
///                  -> {"header"}, or {"refused": why}
///   {"do": "ask", "fresh", "request", "timeout_s"}
///                  -> {"reply"} or {"bad_input": why} or {"broken": why}
///   {"do": "rest"} -> {"rests"}: another rank has the same GPU
///   {"do": "end", "all_left"}
/// and {"alive"} all the time.
[[noreturn]] void serve_as_member(std::unique_ptr<mpi_job> job);

/// How often a rank says that it lives, and how long the others wait for that.
inline constexpr double pulse_s = 2, longest_silence_s = 60;

}  // namespace retime::sweep::ranks
