// NVBench's JSON 1.0.0: one benchmark a variant, one state a case, summaries in seconds. Axes of
// one value in all of a benchmark's cases are left out. Sample times are float32 files in a folder
// that NVBench calls after the JSON file; standard output has none.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "harness/exports/formats.h"
#include "harness/files/json_output.h"

namespace retime::exports {
namespace {

/// NVBench writes numbers as text, the shortest that reads back to the same.
json datum(const std::string& name, const std::string& type, const std::string& value) {
  return {{"name", name}, {"type", type}, {"value", value}};
}

json summary(const std::string& tag, const std::string& name, const std::string& hint,
             const std::string& description, json data) {
  return {{"tag", tag},
          {"name", name},
          {"description", description},
          {"hint", hint},
          {"data", {std::move(data)}}};
}

json number(const std::string& tag, const std::string& name, const std::string& hint,
            const std::string& description, double value) {
  return summary(tag, name, hint, description, datum("value", "float64", fmt::format("{}", value)));
}

std::string axis_type(const json& value) {
  if (value.is_number_integer()) return "int64";
  return value.is_number() ? "float64" : "string";
}

std::string axis_text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// An axis's values in the order in which the cases have them; nlohmann's numbers compare by value.
json axes_of(const std::vector<const recorded_case*>& cases) {
  json axes = json::array();
  for (const recorded_case* record : cases) {
    for (const auto& axis_of_case : record->axes) {
      const std::string& name = axis_of_case.first;
      const json value = to_json(axis_of_case.second);
      auto axis =
          std::ranges::find_if(axes, [&](const json& each) { return each["name"] == name; });
      if (axis == axes.end()) {
        axes.push_back(
            {{"name", name}, {"type", axis_type(value)}, {"flags", ""}, {"values", json::array()}});
        axis = std::prev(axes.end());
      }
      const json entry = {
          {"input_string", axis_text(value)}, {"description", ""}, {"value", value}};
      auto& values = (*axis)["values"];
      if (std::ranges::find(values, entry) == values.end()) values.push_back(entry);
    }
  }
  return axes;
}

/// An axis that never changes tells no case from another, and readers print a column for each.
json changing(json axes) {
  json kept = json::array();
  for (auto& axis : axes) {
    if (axis["values"].size() > 1) kept.push_back(std::move(axis));
  }
  return kept;
}

bool is_among(const std::string& name, const json& axes) {
  return std::ranges::any_of(axes, [&](const json& axis) { return axis["name"] == name; });
}

json device_of(const recorded_header& header) {
  const double capability = std::strtod(header.device.compute_capability.c_str(), nullptr);
  const auto clock_mhz = header.clocks_mhz.find("sm_max_mhz");
  return {{"id", 0},
          {"name", header.device.name},
          {"sm_version", static_cast<int>(std::lround(100 * capability))},
          {"sm_default_clock_rate",
           clock_mhz == header.clocks_mhz.end() ? 0.0 : clock_mhz->second * 1e6},
          {"number_of_sms", header.device.multiprocessors},
          {"global_memory_size", or_null(header.device.memory_bytes)},
          {"l2_cache_size", or_null(header.device.l2_bytes)},
          {"ecc_state", or_null(header.ecc)}};
}

/// The sample below which this share of them lies.
double quantile_s(std::vector<double> samples_ns, double share) {
  const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(samples_ns.size()));
  const auto at = samples_ns.begin() + rank;
  std::ranges::nth_element(samples_ns, at);
  return *at * 1e-9;
}

/// What nvbench-compare-robust asks for beyond a mean and its deviation: it believes no difference
/// in time before it knows that of the clocks.
void add_robust_summaries(json& list, const recorded_times& times, const std::string& start,
                          const std::string& name) {
  const double first_s = quantile_s(times.samples_ns, 0.25);
  const double third_s = quantile_s(times.samples_ns, 0.75);
  const auto add = [&](const char* tag, const char* problem, double seconds) {
    list.push_back(number(start + tag, fmt::format("{} ({})", name, problem), "duration",
                          "Of the samples", seconds));
    list.back()["hide"] = "Hidden by default.";
  };
  add("/q1", "first quartile", first_s);
  add("/q3", "third quartile", third_s);
  add("/iqr/absolute", "interquartile range", third_s - first_s);
  add("/stdev/absolute", "deviation", times.stats.sd_ns * 1e-9);
  if (!times.sm_clock_mhz) return;
  list.push_back(number("nv/cold/sm_clock_rate/mean", "Clock Rate", "frequency",
                        "Median SM clock between samples, as the driver says it",
                        *times.sm_clock_mhz * 1e6));
  list.back()["hide"] = "Hidden by default.";
}

json time_summaries(const recorded_case& record, const recorded_times& times) {
  const bool on_gpu = record.runs_on == processor::gpu;
  const std::string kind = on_gpu ? "gpu" : "cpu", name = on_gpu ? "GPU Time" : "CPU Time";
  const statistics& stats = times.stats;
  const auto cached = fmt::format("one run, {} cache, {}", times.cache, times.method);
  const std::string start = "nv/cold/time/" + kind;
  json list = {
      summary("nv/cold/sample_size", "Samples", "sample_size", "Number of samples",
              datum("value", "int64", fmt::format("{}", times.samples_ns.size()))),
      number(start + "/mean", name, "duration", "Mean time of " + cached, stats.mean_ns * 1e-9),
      number(start + "/median", name + " (median)", "duration", "Median time of " + cached,
             stats.median_ns * 1e-9),
      number(start + "/min", name + " (min)", "duration", "Least time of " + cached,
             stats.min_ns * 1e-9),
      number(start + "/max", name + " (max)", "duration", "Greatest time of " + cached,
             stats.max_ns * 1e-9),
      number(start + "/stdev/relative", "Noise", "percentage",
             "Relative standard deviation of the samples", stats.sd_ns / stats.mean_ns)};
  if (on_gpu) add_robust_summaries(list, times, start, name);
  const double median_s = stats.median_ns * 1e-9;
  if (record.work.items > 0) {
    list.push_back(number("nv/cold/bw/item_rate", "Elem/s", "item_rate", "Items per second",
                          record.work.items / median_s));
  }
  if (record.work.bytes > 0) {
    list.push_back(number("nv/cold/bw/global/bytes_per_second", "GlobalMem BW", "byte_rate",
                          "Bytes the algorithm must move, per second",
                          record.work.bytes / median_s));
  }
  return list;
}

json samples_summary(const exported::side_file& file) {
  json entry = summary("nv/json/bin:nv/cold/sample_times", "Samples Times File",
                       "file/sample_times", "Sample times, float32 seconds, little-endian",
                       datum("filename", "string", file.name));
  entry["hide"] = "Not needed in table.";
  entry["data"].push_back(
      datum("size", "int64", fmt::format("{}", file.bytes.size() / sizeof(float))));
  return entry;
}

json state_of(const recorded_case& record, const json& axes, const exported::side_file* samples) {
  const auto* times = record.measured();
  std::string state_name = "Device=0";
  json values = json::array();
  for (const auto& [name, held] : record.axes) {
    if (!is_among(name, axes)) continue;
    const json value = to_json(held);
    values.push_back(datum(name, axis_type(value), axis_text(value)));
    state_name += fmt::format(" {}={}", name, axis_text(value));
  }
  json state = {{"name", state_name},         {"device", 0},
                {"type_config_index", 0},     {"axis_values", values},
                {"summaries", json::array()}, {"is_skipped", times == nullptr}};
  if (times == nullptr) {
    state["skip_reason"] = outcome_and_reason(record);
    return state;
  }
  state["summaries"] = time_summaries(record, *times);
  if (samples != nullptr) state["summaries"].push_back(samples_summary(*samples));
  return state;
}

exported::side_file samples_of(const recorded_case& record, std::string name) {
  exported::side_file file{.name = std::move(name), .bytes = {}};
  for (const double sample_ns : record.times->samples_ns) {
    const auto seconds = static_cast<float>(sample_ns * 1e-9);
    file.bytes.append(reinterpret_cast<const char*>(&seconds), sizeof seconds);
  }
  return file;
}

exported nvbench(const recorded_run& run, const std::string& file_name) {
  std::vector<std::pair<std::string, std::vector<const recorded_case*>>> by_variant;
  for (const auto& record : run.cases) {
    const auto name = record.family + "/" + record.variant;
    if (by_variant.empty() || by_variant.back().first != name) {
      const auto earlier =
          std::ranges::find(by_variant, name, &decltype(by_variant)::value_type::first);
      if (earlier != by_variant.end()) {
        earlier->second.push_back(&record);
        continue;
      }
      by_variant.push_back({name, {}});
    }
    by_variant.back().second.push_back(&record);
  }
  std::vector<exported::side_file> samples;
  json benchmarks = json::array();
  for (const auto& [name, cases] : by_variant) {
    const json axes = changing(axes_of(cases));
    json states = json::array();
    for (const recorded_case* record : cases) {
      const bool keep = record->measured() && !file_name.empty();
      if (keep)
        samples.push_back(
            samples_of(*record, fmt::format("{}-bin/{}.bin", file_name, samples.size())));
      states.push_back(state_of(*record, axes, keep ? &samples.back() : nullptr));
    }
    benchmarks.push_back({{"name", name},
                          {"index", benchmarks.size()},
                          {"devices", {0}},
                          {"axes", axes},
                          {"states", states}});
  }
  const json version = {{"major", 1}, {"minor", 0}, {"patch", 0}, {"string", "1.0.0"}};
  exported files(json{{"meta", {{"argv", run.header.argv}, {"version", {{"json", version}}}}},
                      {"devices", json::array({device_of(run.header)})},
                      {"benchmarks", benchmarks}});
  files.beside = std::move(samples);
  return files;
}

const bool has_nvbench = register_export({.id = "nvbench", .of_run = nvbench});

}  // namespace

}  // namespace retime::exports
