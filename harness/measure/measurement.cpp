#include "harness/measure/measurement.h"

namespace retime {

std::string to_text(cache_state state) { return state == cache_state::cold ? "cold" : "warm"; }

std::string to_text(timing_method method) {
  switch (method) {
    case timing_method::events:
      return "events";
    case timing_method::batch:
      return "batch";
    case timing_method::graph:
      return "graph";
    case timing_method::host_clock:
      return "host_clock";
  }
  return "unknown";
}

std::string to_text(stop_reason reason) {
  switch (reason) {
    case stop_reason::precision:
      return "precision";
    case stop_reason::resolution:
      return "resolution";
    case stop_reason::budget:
      return "budget";
    case stop_reason::max_samples:
      return "max_samples";
    case stop_reason::single:
      return "single";
  }
  return "unknown";
}

}  // namespace retime
