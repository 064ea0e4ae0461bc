// Kernel Tuner's T4, schema 1.0.0: the tuning axes are the configuration. Milliseconds.
#include "harness/exports/formats.h"
#include "harness/files/json_output.h"

namespace retime::exports {
namespace {

/// T4's word for our status; it has none for out of memory.
std::string invalidity_of(status outcome) {
  switch (outcome) {
    case status::incorrect:
      return "correctness";
    case status::constraint:
      return "constraints";
    case status::compile_error:
      return "compile";
    case status::correct:
    case status::timeout:
      return to_text(outcome);
    default:
      return "runtime";
  }
}

json configuration_of(const recorded_case& record) {
  json configuration = json::object();
  for (const auto& axis : record.tuning) configuration[axis] = to_json(record.axes.at(axis));
  return configuration;
}

json measurements_of(const recorded_case& record) {
  json list = json::array();
  const auto add_ms = [&](const char* name, double time_ns) {
    list.push_back({{"name", name}, {"value", in_ms(time_ns)}, {"unit", "ms"}});
  };
  if (const auto* times = record.measured()) {
    add_ms("time", times->stats.median_ns);
    add_ms("time_ci_low", times->stats.ci_low_ns);
    add_ms("time_ci_high", times->stats.ci_high_ns);
  }
  if (record.verify)
    list.push_back({{"name", "verification_error"}, {"value", record.verify->value}, {"unit", ""}});
  return list;
}

json result_of(const recorded_case& record) {
  json runtimes = json::array();
  if (const auto* times = record.measured()) {
    for (const double sample_ns : times->samples_ns) runtimes.push_back(in_ms(sample_ns));
  }
  const phase_times& phases = record.phases;
  // Compilation is ahead of time for all configurations; nothing is compiled for one of them.
  return {{"configuration", configuration_of(record)},
          {"times",
           {{"compilation_time", 0},
            {"runtimes", runtimes},
            {"framework",
             in_ms(phases.prepare) + in_ms(phases.transfer_in) + in_ms(phases.transfer_out)},
            {"search_algorithm", 0},
            {"validation", in_ms(phases.reference)}}},
          {"invalidity", invalidity_of(record.outcome)},
          {"correctness", record.outcome == status::correct ? 1 : 0},
          {"measurements", measurements_of(record)},
          {"objectives", {"time"}}};
}

json t4(const recorded_header&, const recorded_space& space) {
  json results = json::array();
  for (const auto* record : space.cases) results.push_back(result_of(*record));
  return {{"schema_version", "1.0.0"},
          {"metadata", {{"timeunit", "milliseconds"}, {"objective_direction", "minimize"}}},
          {"results", results}};
}

const bool has_t4 = register_export({.id = "t4", .of_space = t4});

}  // namespace

}  // namespace retime::exports
