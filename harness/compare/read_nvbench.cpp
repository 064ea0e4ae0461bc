#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "harness/compare/readers.h"
#include "kernels/support/bad_input.h"

namespace retime::compare {
namespace {

namespace fs = std::filesystem;
static_assert(std::endian::native == std::endian::little, "sample files are little-endian");

/// NVBench writes numbers as text, lest a reader round them.
double number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const auto text = value.get<std::string>();
  char* end = nullptr;
  const double result = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw bad_input(fmt::format("\"{}\" is not a number", text));
  return result;
}

const json* named(const json& list, const char* key, const std::string& wanted) {
  for (const json& item : list) {
    if (item.value(key, std::string()) == wanted) return &item;
  }
  return nullptr;
}

const json& datum(const json& summary, const std::string& name) {
  const json* found = named(summary.at("data"), "name", name);
  if (found == nullptr) {
    throw bad_input(fmt::format("summary {} has no \"{}\"", summary.value("tag", ""), name));
  }
  return found->at("value");
}

std::vector<double> read_samples(const fs::path& beside, const json& summary) {
  fs::path path = datum(summary, "filename").get<std::string>();
  const auto count = static_cast<std::size_t>(number(datum(summary, "size")));
  // NVBench writes the path as seen from where it ran, which may be the JSON file's folder or its
  // parent.
  if (path.is_relative()) {
    const fs::path folder = beside.parent_path();
    path = fs::exists(folder / path) ? folder / path
                                     : folder / path.parent_path().filename() / path.filename();
  }
  std::error_code failed;  // of a device, too, which may have no end
  std::vector<float> seconds;
  if (fs::file_size(path, failed) == count * sizeof(float)) seconds.resize(count);
  std::ifstream file(path, std::ios::binary);
  if (failed || seconds.size() != count ||
      !file.read(reinterpret_cast<char*>(seconds.data()),
                 static_cast<std::streamsize>(count * sizeof(float)))) {
    throw bad_input(fmt::format("sample file {} is missing or does not hold {} float32 values",
                                path.string(), count));
  }
  std::vector<double> samples_ns;
  samples_ns.reserve(count);
  for (const float value : seconds) samples_ns.push_back(static_cast<double>(value) * 1e9);
  return samples_ns;
}

/// Median and precision from the summaries alone, where no samples were kept.
void take_summaries(timed_case& into, const json& summaries) {
  for (const char* tag :
       {"nv/cold/time/gpu/median", "nv/cold/time/gpu/mean", "nv/cold/time/cpu/mean"}) {
    const json* time = named(summaries, "tag", tag);
    if (time == nullptr) continue;
    const double seconds = number(datum(*time, "value"));
    take_samples(into, {seconds * 1e9});
    const json* noise = named(summaries, "tag", "nv/cold/time/gpu/stdev/relative");
    const json* size = named(summaries, "tag", "nv/cold/sample_size");
    // An infinite deviation, of too few samples, is written as null.
    if (noise != nullptr && size != nullptr && !datum(*noise, "value").is_null()) {
      into.within = number(datum(*noise, "value")) / std::sqrt(number(datum(*size, "value")));
    }
    return;
  }
}

timed_case read_state(const fs::path& file, const json& state) {
  timed_case one;
  if (state.value("is_skipped", false)) {
    one.status = "constraint";  // NVBench skips what the benchmark itself refuses
    one.reason = state.value("skip_reason", std::string());
    return one;
  }
  const json none = json::array();
  const json& summaries = state.at("summaries").is_null() ? none : state.at("summaries");
  for (const json& summary : summaries) {
    if (summary.value("hint", std::string()) != "file/sample_times") continue;
    auto samples = read_samples(file, summary);
    if (!samples.empty()) take_samples(one, std::move(samples));
  }
  if (!one.median_ns) take_summaries(one, summaries);
  return one;
}

}  // namespace

timing_run read_nvbench(const fs::path& file, const json& root) {
  timing_run run{.source = file.string()};
  for (const json& device : root.at("devices")) {
    const auto id = plain_text(device.at("id"));
    run.gpu["GPU " + id] = plain_text(device.at("name"));
    for (const auto& [key, name] :
         {std::pair{"ecc_state", "ECC "}, {"sm_default_clock_rate", "clock "}}) {
      if (device.contains(key)) run.gpu[name + id] = plain_text(device.at(key));
    }
  }
  for (const json& benchmark : root.at("benchmarks")) {
    const auto name = benchmark.at("name").get<std::string>();
    for (const json& state : benchmark.at("states")) {
      const auto key = fmt::format("{}/{}", name, state.at("name").get<std::string>());
      try {
        run.cases[key] = read_state(file, state);
      } catch (const bad_input& fault) {
        throw bad_input(fmt::format("{}: {}", key, fault.what()));
      }
    }
  }
  if (run.cases.empty()) throw bad_input("holds no benchmarks");
  return run;
}

}  // namespace retime::compare
