#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "harness/gate/readers/readers.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

namespace fs = std::filesystem;
using namespace fields;
static_assert(std::endian::native == std::endian::little, "sample files are little-endian");

/// NVBench writes numbers as text, lest a reader round them.
double number(const json& value) {
  if (value.is_number()) return value.get<double>();
  const auto text = as<std::string>(value, "what stands for a number");
  char* end = nullptr;
  const double result = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(result))
    throw bad_input(fmt::format("{} is not a number", shown(value)));
  return result;
}

const json* named(const json& list, const char* key, const std::string& text) {
  const auto has_text = [&](const json& item) {
    const json& name = value_at(item, fmt::format("/{}", key));
    return name.is_string() && name == text;
  };
  const auto item = std::ranges::find_if(list, has_text);
  return item == list.end() ? nullptr : &*item;
}

const json& datum(const json& summary, const std::string& name) {
  const json* item = named(objects_at(summary, "/data"), "name", name);
  if (item != nullptr) return present_at(*item, "/value");
  throw bad_input(fmt::format("summary {} has no \"{}\"",
                              shown_name(or_none<std::string>(summary, "/tag")), name));
}

/// An infinite deviation, of too few samples, is written as null.
bool has_null(const json& summary) {
  const json* item = named(objects_at(summary, "/data"), "name", "value");
  return item != nullptr && value_at(*item, "/value").is_null();
}

std::size_t count_of(const json& summary) {
  constexpr double most_samples = 1e9;
  const double count = number(datum(summary, "size"));
  if (count >= 0 && count <= most_samples && count == std::floor(count))
    return static_cast<std::size_t>(count);
  throw bad_input(fmt::format("\"size\" is {}, not a number of samples", count));
}

std::vector<double> read_samples(const fs::path& beside, const json& summary) {
  fs::path path = as<std::string>(datum(summary, "filename"), "\"filename\"");
  const std::size_t count = count_of(summary);
  // NVBench writes the path as seen from where it ran, which may be the JSON file's folder or its
  // parent.
  if (path.is_relative()) {
    const fs::path folder = beside.parent_path();
    path = is_there(folder / path) ? folder / path
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
                                shown_name(path.string()), count));
  }
  std::vector<double> samples_ns;
  samples_ns.reserve(count);
  for (const float value : seconds) samples_ns.push_back(static_cast<double>(value) * 1e9);
  return samples_ns;
}

/// Relative standard error of the mean; 0 where it is not stated.
double relative_error(const json& summaries) {
  const json* noise = named(summaries, "tag", "nv/cold/time/gpu/stdev/relative");
  const json* size = named(summaries, "tag", "nv/cold/sample_size");
  if (noise == nullptr || size == nullptr || has_null(*noise)) return 0;
  const double deviation = within(number(datum(*noise, "value")), "the noise", 0.0, 1e6);
  return deviation / std::sqrt(within(number(datum(*size, "value")), "the sample size", 1.0, 1e9));
}

/// Median and precision from the summaries alone, where no samples were kept.
void take_summaries(timed_case& into, const json& summaries) {
  for (const char* tag :
       {"nv/cold/time/gpu/median", "nv/cold/time/gpu/mean", "nv/cold/time/cpu/mean"}) {
    const json* time = named(summaries, "tag", tag);
    if (time == nullptr) continue;
    const double seconds = number(datum(*time, "value"));
    take_samples(into, {seconds * 1e9});
    into.within = relative_error(summaries);
    return;
  }
}

timed_case read_state(const fs::path& file, const json& state) {
  timed_case timed;
  if (or_none<bool>(state, "/is_skipped")) {
    timed.status = "constraint";  // NVBench skips what the benchmark itself refuses
    timed.reason = or_none<std::string>(state, "/skip_reason");
    return timed;
  }
  const json& summaries = objects_at(state, "/summaries");
  for (const json& summary : summaries) {
    if (or_none<std::string>(summary, "/hint") != "file/sample_times") continue;
    auto samples = read_samples(file, summary);
    if (!samples.empty()) take_samples(timed, std::move(samples));
  }
  if (!timed.median_ns) take_summaries(timed, summaries);
  return timed;
}

void take_device(environment& into, const json& device) {
  const auto id = plain_text(present_at(device, "/id"), "/devices/id");
  into["GPU " + id] = at<std::string>(device, "/name");
  for (const auto& [key, name] :
       {std::pair{"ecc_state", "ECC "}, {"sm_default_clock_rate", "clock "}}) {
    if (device.contains(key))
      into[name + id] = plain_text(device.at(key), fmt::format("/devices/{}", key));
  }
}

}  // namespace

timing_run read_nvbench(const fs::path& file, const json& root) {
  timing_run run{.source = file.string()};
  for (const json& device : objects_at(root, "/devices")) take_device(run.gpu, device);
  for (const json& benchmark : objects_at(root, "/benchmarks")) {
    const auto name = at<std::string>(benchmark, "/name");
    for (const json& state : objects_at(benchmark, "/states")) {
      const auto key = fmt::format("{}/{}", name, at<std::string>(state, "/name"));
      try {
        run.cases[key] = read_state(file, state);
      } catch (const bad_input& fault) {
        throw bad_input(fmt::format("{}: {}", shown_name(key), fault.what()));
      }
    }
  }
  if (run.cases.empty()) throw bad_input("holds no benchmarks");
  return run;
}

}  // namespace retime::gate
