#include "harness/record/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/record/measurement_json.h"

namespace retime {
namespace {

using nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

json axis_json(const axis_value& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

json axes_json(const point& at) {
  json axes = json::object();
  for (const auto& [name, value] : at.values()) axes[name] = axis_json(value);
  return axes;
}

json finite_list(const std::vector<double>& values) {
  json list = json::array();
  for (const double value : values) list.push_back(finite(value));
  return list;
}

/// To a tenth of a nanosecond, which no clock here resolves: keeps the lines short.
json samples_json(const std::vector<double>& samples_ns) {
  json list = json::array();
  for (const double sample : samples_ns) list.push_back(finite(std::round(sample * 10) / 10));
  return list;
}

json verification_json(const std::optional<verification>& of) {
  if (!of) return {};
  return {{"metric", of->metric},
          {"value", finite(of->value)},
          {"tolerance", of->tolerance},
          {"note", of->note}};
}

json launch_json(const std::optional<launch_report>& of) {
  if (!of) return {};
  return {{"kernel", of->kernel},
          {"grid", of->grid},
          {"block", of->block},
          {"shared_bytes", of->shared_bytes},
          {"registers", or_null(of->registers)},
          {"local_bytes", or_null(of->local_bytes)},
          {"blocks_per_multiprocessor", or_null(of->blocks_per_multiprocessor)},
          {"occupancy", or_null(of->occupancy)},
          {"limiter", or_null(of->limiter)},
          {"waves", or_null(of->waves)}};
}

json observables_json(const observables& of) {
  json answers = json::object();
  for (const auto& [name, value] : of.numbers) answers[name] = finite(value);
  for (const auto& [name, along] : of.along) {
    answers[name + (of.numbers.contains(name) ? "_series" : "")] = {
        {"x_name", along.x_name}, {"x", finite_list(along.x)}, {"y", finite_list(along.y)}};
  }
  return answers;
}

json phases_json(const phase_times& of) {
  return {{"make_input", or_null(of.make_input)},
          {"reference", or_null(of.reference)},
          {"prepare", or_null(of.prepare)},
          {"transfer_in", or_null(of.transfer_in)},
          {"transfer_out", or_null(of.transfer_out)}};
}

json roofline_json(const record& of) {
  if (!of.timing || !of.ceiling_bytes_per_s || of.work.bytes <= 0 || of.emulated) return {};
  const double achieved = of.work.bytes / (of.timing->stats.median_ns * 1e-9);
  return {{"ceiling", "copy bandwidth"},
          {"ceiling_bytes_per_s", *of.ceiling_bytes_per_s},
          {"bytes_per_s", finite(achieved)},
          {"fraction", finite(achieved / *of.ceiling_bytes_per_s)}};
}

json tuning_names(const variant& of) {
  json names = json::array();
  for (const auto& axis : of.axes) names.push_back(axis.name);
  return names;
}

}  // namespace

std::string to_text(status of) {
  switch (of) {
    case status::correct:
      return "correct";
    case status::incorrect:
      return "incorrect";
    case status::constraint:
      return "constraint";
    case status::compile_error:
      return "compile_error";
    case status::runtime_error:
      return "runtime_error";
    case status::out_of_memory:
      return "out_of_memory";
    case status::timeout:
      return "timeout";
  }
  return "runtime_error";
}

nlohmann::json finite(double value) { return std::isfinite(value) ? json(value) : json(); }

nlohmann::json to_json(const record& of) {
  const variant& which = *of.what.variant;
  json line = {{"schema_version", schema_version},
               {"key", of.what.key},
               {"family", of.what.family->id},
               {"variant", which.id},
               {"processor", which.runs_on == processor::gpu ? "gpu" : "cpu"},
               {"paper", {{"paper", which.paper.paper}, {"label", which.paper.label}}},
               {"base", which.base},
               {"axes", axes_json(of.what.at)},
               {"tuning", tuning_names(which)},
               {"launch", launch_json(of.launch)},
               {"status", to_text(of.outcome)},
               {"reason", of.reason},
               {"verify", verification_json(of.verify)},
               {"verify_after", verification_json(of.verify_after)},
               {"observables", observables_json(of.answers)},
               {"phases_ns", phases_json(of.phases)},
               {"time_is", of.emulated ? "emulated" : "measured"},
               {"work",
                {{"bytes", of.work.bytes},
                 {"flops", of.work.flops},
                 {"items", of.work.items},
                 {"item", of.work.item}}},
               {"roofline", roofline_json(of)},
               {"saved", of.saved}};
  line["samples_ns"] = of.timing ? samples_json(of.timing->samples_ns) : json::array();
  line["statistics"] = of.timing ? statistics_json(of.timing->stats) : json();
  line["measurement"] = of.timing ? measurement_json(*of.timing) : json();
  return line;
}

}  // namespace retime
