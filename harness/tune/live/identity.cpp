#include "harness/tune/live/identity.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/record/record.h"
#include "harness/record/source_hashes.h"
#include "harness/tune/live/racing.h"

namespace retime::tune {
namespace {

using nlohmann::json;

json place(const json& header, const char* where) {
  return header.value(json::json_pointer(where), json());
}

json machine_of(const benchmark_case& what, const json& header) {
  if (what.variant->runs_on == processor::cpu) return {{"host", place(header, "/host")}};
  return {{"device", place(header, "/device")},
          {"driver", place(header, "/driver")},
          {"runtime", place(header, "/runtime")},
          {"clocks", place(header, "/clocks")},
          {"ecc", place(header, "/ecc")}};
}

/// Contents of the files that workload axes name.
json files_of(const benchmark_case& what) {
  json hashes = json::object();
  for (const auto& [name, value] : what.at.values()) {
    const auto* path = std::get_if<std::string>(&value);
    std::error_code failed;
    if (!path || !std::filesystem::is_regular_file(*path, failed)) continue;
    std::ostringstream content;
    content << std::ifstream(*path, std::ios::binary).rdbuf();
    hashes[name] = hash_of(content.str());
  }
  return hashes;
}

}  // namespace

json identity_of(const benchmark_case& what, const json& header, const std::string& cache) {
  return {{"schema_version", schema_version},
          {"variant", what.family->id + "/" + what.variant->id},
          {"source", source_hash_of(what.variant->source)},
          {"compilers", place(header, "/compilers")},
          {"flags", place(header, "/flags")},
          {"machine", machine_of(what, header)},
          {"input", {{"workload", what.workload_key}, {"files", files_of(what)}}},
          {"measured", {{"cache", cache}, {"first", first_launches}, {"more", more_launches}}}};
}

std::string hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

}  // namespace retime::tune
