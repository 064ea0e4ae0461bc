#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/compare/readers.h"
#include "kernels/support/bad_input.h"

namespace retime::compare {
namespace {

namespace fs = std::filesystem;

constexpr int known_schema_version = 1;
constexpr double reach_of_95_percent = 1.959963984540054;

void check_version(const json& object) {
  const json version = object.value("schema_version", json());
  if (version != known_schema_version) {
    throw bad_input(fmt::format("schema_version is {}; this program reads version {}",
                                version.dump(), known_schema_version));
  }
}

void take_header(timing_run& into, const json& header) {
  check_version(header);
  const json& device = header.at("device");
  into.gpu["device"] = plain_text(device.at("kind"));
  into.gpu["GPU"] = plain_text(device.at("name"));
  into.gpu["driver"] = plain_text(header.at("driver"));
  into.gpu["CUDA"] = plain_text(header.at("runtime"));
  into.gpu["ECC"] = plain_text(header.at("ecc"));
  for (const auto& [name, value] : header.at("clocks").items()) {
    into.gpu["clock " + name] = plain_text(value);
  }
  const json host = header.value("host", json::object());
  for (const auto& [name, value] : host.items()) into.host["host " + name] = plain_text(value);
  into.session = header.value("/interleave/session"_json_pointer, std::string());
}

std::optional<double> median_clock_mhz(const json& states) {
  std::vector<double> clocks_mhz;
  for (const json& state : states) {
    const json clock = state.value("sm_clock_mhz", json());
    if (clock.is_number()) clocks_mhz.push_back(clock.get<double>());
  }
  if (clocks_mhz.empty()) return std::nullopt;
  std::ranges::sort(clocks_mhz);
  return clocks_mhz[clocks_mhz.size() / 2];
}

void take_times(timed_case& into, const json& record) {
  const json& statistics = record.at("statistics");
  if (statistics.is_null()) return;
  into.median_ns = positive(statistics, "median_ns");
  const double low = positive(statistics, "ci_low_ns"), high = positive(statistics, "ci_high_ns");
  into.within = (high - low) / (2 * reach_of_95_percent * *into.median_ns);
  const json& measurement = record.at("measurement");
  if (measurement.is_null()) return;
  into.resolution_limited = measurement.value("resolution_limited", false);
  into.throttled = measurement.value("throttled", false);
  into.sm_clock_mhz = median_clock_mhz(measurement.value("states", json::array()));
  for (const json& block : measurement.value("blocks", json::array())) {
    if (block.value("throttled", false)) continue;
    into.blocks_ns[block.at("block").get<std::int64_t>()] = positive(block, "median_ns");
  }
}

void take_record(timing_run& into, const json& record) {
  check_version(record);
  timed_case one;
  one.status = record.at("status").get<std::string>();
  one.reason = record.value("reason", std::string());
  one.on_gpu = record.at("processor").get<std::string>() == "gpu";
  one.emulated = record.at("time_is").get<std::string>() == "emulated";
  if (one.status == "correct") take_times(one, record);
  into.cases[record.at("key").get<std::string>()] = std::move(one);
}

void take_named_record(timing_run& into, const json& record) {
  try {
    take_record(into, record);
  } catch (const bad_input& fault) {
    throw bad_input(fmt::format("case {}: {}", record.value("key", "?"), fault.what()));
  }
}

}  // namespace

timing_run read_run_directory(const fs::path& directory) {
  const fs::path header = directory / "header.json", records = directory / "records.jsonl";
  if (!fs::exists(header) || !fs::exists(records)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                directory.string()));
  }
  timing_run run{.source = directory.string()};
  with_json(header, [&](const json& value) { take_header(run, value); });
  with_json_lines(records, [&](const json& value) { take_named_record(run, value); });
  if (run.cases.empty()) throw bad_input(fmt::format("{}: holds no records", records.string()));
  return run;
}

}  // namespace retime::compare
