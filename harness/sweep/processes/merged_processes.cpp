#include "harness/sweep/processes/merged_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/measure/inference.h"
#include "harness/measure/process_levels.h"
#include "harness/record/recorded_run.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

std::optional<json> failure(std::span<const json> records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].at("status") == to_text(status::correct)) continue;
    json failed = records[i];
    if (i > 0)
      failed["reason"] = fmt::format("in process {}, correct in those before: {}", i + 1,
                                     failed.at("reason").get<std::string>());
    return failed;
  }
  return std::nullopt;
}

void append(json& list, const json& more) { list.insert(list.end(), more.begin(), more.end()); }

/// Blocks keep their numbers apart, and say whose they are.
void append_blocks(json& all, const json& more, std::size_t process) {
  const std::size_t before = all.size();
  for (json block : more) {
    block["process"] = process;
    block["block"] = before + block.at("block").get<std::size_t>();
    all.push_back(std::move(block));
  }
}

template <class Combine>
void combine(json& into, const json& more, const char* name, Combine with) {
  into[name] = with(into.at(name).get<double>(), more.at(name).get<double>());
}

void append_measurement(json& all, const json& more, std::size_t process) {
  append_blocks(all.at("blocks"), more.at("blocks"), process);
  append(all.at("states"), more.at("states"));
  append(all.at("processes"), more.at("processes"));
  combine(all, more, "wall_s", std::plus());
  all["throttled_samples"] = all.at("throttled_samples").get<std::uint64_t>() +
                             more.at("throttled_samples").get<std::uint64_t>();
  combine(all, more, "resolution_ns", [](double a, double b) { return std::max(a, b); });
  all["resolution_limited"] =
      all.at("resolution_limited").get<bool>() || more.at("resolution_limited");
  all["throttled"] = all.at("throttled").get<bool>() || more.at("throttled");
}

/// Of the processes that say it, each by the length of its window; null if none does.
json energy_of(std::span<const json> records, double median_ns) {
  double window_s = 0, joules = 0, busy_s = 0;
  json all;
  for (const json& one : records) {
    const json& measurement = one.at("measurement");
    const json energy = measurement.value("energy", json());
    if (energy.is_null()) continue;
    const double seen_s = energy.at("window_s");
    window_s += seen_s;
    joules += seen_s * energy.at("power_w").get<double>();
    busy_s += seen_s * energy.at("busy").get<double>();
    all = energy;
  }
  if (all.is_null()) return all;
  all["window_s"] = window_s;
  all["power_w"] = joules / window_s;
  all["busy"] = busy_s / window_s;
  all["energy_j"] = joules / window_s * median_ns * 1e-9;
  return all;
}

process_levels levels_of(const json& processes) {
  std::vector<process_median> medians;
  for (const json& one : processes)
    medians.push_back(
        {one.at("median_ns"), relative_error_of({one.at("ci_low_ns"), one.at("ci_high_ns")})});
  return levels_of(medians);
}

json statistics_of(const json& record, double n_effective, bool bimodal) {
  const std::vector<double> samples_ns = record.at("samples_ns");
  const json& measurement = record.at("measurement");
  const auto levels = levels_of(measurement.at("processes"));
  const double step = measurement.at("resolution_ns").get<double>() / 2;
  const double low = std::max(levels.to_come_ns.low / 2, levels.to_come_ns.low - step);
  const double high = levels.to_come_ns.high + step;
  const auto [min, max] = std::ranges::minmax(samples_ns);
  return {
      {"median_ns", levels.median_ns},
      {"mean_ns", mean(samples_ns)},
      {"min_ns", min},
      {"max_ns", max},
      {"sd_ns", standard_deviation(samples_ns)},
      {"ci_low_ns", low},
      {"ci_high_ns", high},
      {"n_effective", n_effective},
      {"bimodal", bimodal},
      {"interval_of", "process_to_come"},
      {"sd_within_ns", levels.sd_within_ns},
      {"sd_between_ns", levels.sd_between_ns},
      {"noisy", (high - low) / 2 > measurement.at("precision").get<double>() * levels.median_ns}};
}

json roofline_of(json roofline, const json& record) {
  if (roofline.is_null()) return roofline;
  const double seconds = 1e-9 * record.at("statistics").at("median_ns").get<double>();
  const double rate = record.at("work").at("bytes").get<double>() / seconds;
  roofline["bytes_per_s"] = finite(rate);
  roofline["fraction"] = finite(rate / roofline.at("ceiling_bytes_per_s").get<double>());
  return roofline;
}

/// The verification that came nearest to its tolerance.
const json& worst_verification(std::span<const json> records) {
  const auto deviation = [](const json& one) {
    const json& value = one.at("verify_after").at("value");
    return value.is_number() ? value.get<double>() : 0;
  };
  return std::ranges::max_element(records, {}, deviation)->at("verify_after");
}

}  // namespace

json merged(std::span<const json> records, double precision) {
  if (auto failed = failure(records)) return *failed;
  json all = records.front();
  if (records.size() == 1 || all.at("measurement").is_null()) return all;
  all["measurement"]["precision"] = precision;
  double n_effective = 0;
  bool bimodal = false;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const json& one = records[i];
    if (i == 0) {
      for (json& block : all.at("measurement").at("blocks")) block["process"] = 0;
    } else {
      append(all.at("samples_ns"), one.at("samples_ns"));
      append_measurement(all.at("measurement"), one.at("measurement"), i);
      all["measurement"]["processes"].back()["round"] = i;
    }
    n_effective += one.at("statistics").at("n_effective").get<double>();
    bimodal = bimodal || one.at("statistics").at("bimodal");
  }
  all["verify_after"] = worst_verification(records);
  all["statistics"] = statistics_of(all, n_effective, bimodal);
  all["measurement"]["energy"] = energy_of(records, all["statistics"]["median_ns"]);
  all["roofline"] = roofline_of(all.at("roofline"), all);
  return all;
}

}  // namespace retime::sweep
