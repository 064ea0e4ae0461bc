#include "harness/measure/measurement.h"

#include "harness/text/enum_text.h"

namespace retime {
namespace {

constexpr enum_text<cache_state> cache_states[] = {{cache_state::cold, "cold"},
                                                   {cache_state::warm, "warm"}};

constexpr enum_text<timing_method> timing_methods[] = {{timing_method::events, "events"},
                                                       {timing_method::batch, "batch"},
                                                       {timing_method::graph, "graph"},
                                                       {timing_method::host_clock, "host_clock"}};

constexpr enum_text<stop_reason> stop_reasons[] = {
    {stop_reason::precision, "precision"}, {stop_reason::resolution, "resolution"},
    {stop_reason::budget, "budget"},       {stop_reason::max_samples, "max_samples"},
    {stop_reason::single, "single"},       {stop_reason::processes, "processes"}};

}  // namespace

std::string to_text(cache_state state) { return text_in(cache_states, state); }
std::string to_text(timing_method method) { return text_in(timing_methods, method); }
std::string to_text(stop_reason reason) { return text_in(stop_reasons, reason); }
std::optional<cache_state> cache_state_from(const std::string& text) {
  return value_in(cache_states, text);
}
std::optional<timing_method> timing_method_from(const std::string& text) {
  return value_in(timing_methods, text);
}
std::optional<stop_reason> stop_reason_from(const std::string& text) {
  return value_in(stop_reasons, text);
}

}  // namespace retime
