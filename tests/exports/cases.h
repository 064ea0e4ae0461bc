// Records of runs to export.
#pragma once

#include "harness/exports/formats.h"
#include "tests/gate/written_run.h"

namespace retime::exports::made {

/// A configuration that is correct.
inline nlohmann::json timed(int block, double median_ns) {
  auto one = gate::record("carpet/c_compact/block=" + std::to_string(block), median_ns);
  one["axes"]["block"] = block;
  one["work"] = {{"bytes", 4e6}, {"items", 1e3}};
  one["phases_ns"] = {
      {"prepare", 1e6}, {"transfer_in", nullptr}, {"transfer_out", 2e6}, {"reference", 5e6}};
  return one;
}

/// One without a time.
inline nlohmann::json failed(int block, const std::string& status) {
  auto one = timed(block, 1);
  one["status"] = status;
  one["reason"] = "because";
  one["statistics"] = nullptr;
  one["measurement"] = nullptr;
  one["samples_ns"] = nlohmann::json::array();
  return one;
}

inline recorded_run run_of(const std::vector<nlohmann::json>& records) {
  const gate::scratch_folder folder;
  return exports::load_run(gate::write_run(folder, "run", gate::header(), records));
}

/// What a format writes of a run, `file_name` being that of --out; JSON by its text.
inline exports::exported as(const char* format, const recorded_run& run,
                            const std::string& file_name = "") {
  return forms<export_form>::find(format)->of_run(run, file_name);
}

inline json document(const char* format, const recorded_run& run,
                     const std::string& file_name = "") {
  return json::parse(as(format, run, file_name).text);
}

inline json document(const char* format, const recorded_run& run, const recorded_space& space) {
  return forms<export_form>::find(format)->of_space(run.header, space);
}

}  // namespace retime::exports::made
