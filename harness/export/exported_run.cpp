#include "harness/export/exported_run.h"

#include <fmt/format.h>

#include <regex>
#include <tuple>

#include "harness/support/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::formats {
namespace {

using plain_json =
    nlohmann::json;  // keys sorted, so that exports do not depend on the order in the file
using compare::positive;

void check_version(const plain_json& object) {
  const auto version = object.value("schema_version", plain_json());
  if (version != 1) {
    throw bad_input(
        fmt::format("schema_version is {}; this program reads version 1", version.dump()));
  }
}

/// What exporters read of the header has its type, where it is there at all.
void check_header(const plain_json& header) {
  using type = bool (plain_json::*)() const noexcept;
  constexpr type object = &plain_json::is_object, text = &plain_json::is_string,
                 number = &plain_json::is_number, list = &plain_json::is_array;
  const std::tuple<const char*, const char*, type> parts[] = {
      {"/argv", "a list", list},
      {"/utc", "text", text},
      {"/driver", "text", text},
      {"/runtime", "text", text},
      {"/git", "an object", object},
      {"/git/sha", "text", text},
      {"/host", "an object", object},
      {"/host/cpu", "text", text},
      {"/host/cores", "a number", number},
      {"/device", "an object", object},
      {"/device/name", "text", text},
      {"/device/compute_capability", "text", text},
      {"/device/multiprocessors", "a number", number},
      {"/clocks", "an object", object},
      {"/clocks/sm_max_mhz", "a number", number},
  };
  for (const auto& [path, right, is_right] : parts) {
    const plain_json::json_pointer place(path);
    if (header.contains(place) && !(header.at(place).*is_right)())
      throw bad_input(fmt::format("{} is {}, not {}", path, header.at(place).dump(), right));
  }
  for (const auto& word : header.value("argv", plain_json::array())) {
    if (!word.is_string()) throw bad_input(fmt::format("/argv holds {}, not text", word.dump()));
  }
}

exported_times times_of(const plain_json& record) {
  const auto& statistics = record.at("statistics");
  exported_times times{.median_ns = positive(statistics, "median_ns"),
                       .mean_ns = positive(statistics, "mean_ns"),
                       .min_ns = positive(statistics, "min_ns"),
                       .max_ns = positive(statistics, "max_ns"),
                       .sd_ns = statistics.at("sd_ns").get<double>(),
                       .ci_low_ns = positive(statistics, "ci_low_ns"),
                       .ci_high_ns = positive(statistics, "ci_high_ns"),
                       .samples_ns = record.at("samples_ns").get<std::vector<double>>(),
                       .method = "",
                       .cache = ""};
  if (times.samples_ns.empty()) throw bad_input("samples_ns is empty beside statistics");
  const auto& measurement = record.at("measurement");
  if (measurement.is_object()) {
    times.runs_per_sample = measurement.value("runs_per_sample", 1.0);
    times.method = measurement.value("method", "");
    times.cache = measurement.value("cache", "");
  }
  return times;
}

exported_case case_of(const plain_json& record) {
  check_version(record);
  const auto work = record.value("work", plain_json::object());
  exported_case one{.key = record.at("key"),
                    .family = record.at("family"),
                    .variant = record.at("variant"),
                    .status = record.at("status"),
                    .reason = record.value("reason", ""),
                    .on_gpu = record.at("processor") == "gpu",
                    .axes = record.at("axes"),
                    .tuning = record.value("tuning", std::vector<std::string>()),
                    .times = {},
                    .bytes = work.value("bytes", 0.0),
                    .items = work.value("items", 0.0),
                    .verify = record.value("verify", plain_json()),
                    .phases_ns = record.value("phases_ns", plain_json())};
  const bool measured = record.at("time_is") == "measured";
  if (one.status == "correct" && record.at("statistics").is_object()) {
    if (measured) one.times = times_of(record);
    if (!measured) one.reason = "emulated: its time is no performance";
  }
  return one;
}

void take(exported_run& into, const plain_json& record, const std::regex& wanted) {
  try {
    auto one = case_of(record);
    if (std::regex_search(one.key, wanted)) into.cases.push_back(std::move(one));
  } catch (const bad_input& fault) {
    throw bad_input(fmt::format("case {}: {}", record.value("key", "?"), fault.what()));
  }
}

std::regex regex_of(const std::string& filter) {
  try {
    return std::regex(filter);
  } catch (const std::regex_error&) {
    throw bad_input(fmt::format("--filter '{}': not a regular expression", filter));
  }
}

}  // namespace

std::string exported_case::outcome() const {
  if (status == "correct") return times ? "correct" : reason.empty() ? "not timed" : reason;
  return reason.empty() ? status : fmt::format("{}: {}", status, reason);
}

exported_run load_run(const std::filesystem::path& directory, const std::string& filter) {
  const auto header = directory / "header.json", records = directory / "records.jsonl";
  if (!std::filesystem::exists(header) || !std::filesystem::exists(records)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                directory.string()));
  }
  const auto wanted = regex_of(filter);
  exported_run run;
  compare::with_json(header, [&](const plain_json& value) {
    check_version(value);
    check_header(value);
    run.header = value;
  });
  compare::with_json_lines(records, [&](const plain_json& value) { take(run, value, wanted); });
  if (run.cases.empty()) {
    throw bad_input(filter.empty() ? fmt::format("{}: holds no records", records.string())
                                   : fmt::format("--filter '{}': no record of {} matches", filter,
                                                 records.string()));
  }
  return run;
}

}  // namespace retime::formats
