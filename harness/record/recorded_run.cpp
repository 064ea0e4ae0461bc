#include "harness/record/recorded_run.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <sstream>

#include "harness/files/json_input.h"
#include "harness/files/read_file.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using namespace fields;
namespace fs = std::filesystem;

constexpr std::int64_t most_cores = 100'000'000;
constexpr double most_mhz = 1e300;

double clock_of(const json& value, const std::string& place) {
  return within(as<double>(value, place), place, 0.0, most_mhz);
}

/// "case KEY: ", if the record says so.
std::string case_named(const json& record) {
  const auto key = record.is_object() ? record.find("key") : record.end();
  if (key == record.end() || !key->is_string()) return "";
  return fmt::format("case {}: ", shown_name(key->get<std::string>()));
}

/// As a device has it ("9.0"), or empty.
std::string capability_of(const json& header) {
  const char* place = "/device/compute_capability";
  auto text = or_none<std::string>(header, place);
  const bool is_right =
      text.empty() || (text.size() <= 6 && std::isdigit(static_cast<unsigned char>(text.front())) &&
                       text.find_first_not_of("0123456789.") == std::string::npos);
  expect(is_right, json(text), place, "two numbers as in 9.0");
  return text;
}

}  // namespace

recorded_header header_of(const json& header) {
  using text = std::string;
  using whole = std::int64_t;
  const auto count = [&](const char* place) {
    return within<whole>(or_none<whole>(header, place), place, 0, most_cores);
  };
  const auto bytes = [&](const char* place) {
    const auto size = find<whole>(header, place);
    if (size) within<whole>(*size, place, 0, std::numeric_limits<whole>::max());
    return size;
  };
  require_version(header);
  recorded_header result{
      .utc = at<text>(header, "/utc"),
      .git_sha = or_none<text>(header, "/git/sha"),
      .driver = or_none<text>(header, "/driver"),
      .runtime = or_none<text>(header, "/runtime"),
      .git_dirty = or_none<bool>(header, "/git/dirty"),
      .argv = list<text>(header, "/argv"),
      .seed = or_none<whole>(header, "/seed"),
      .session = or_none<text>(header, "/interleave/session"),
      .looked_at = or_none<bool>(header, "/interleave/looked_at"),
      .device = {.kind =
                     is_first(header, "/device/kind", "emulation", "cuda") ? "emulation" : "cuda",
                 .name = at<text>(header, "/device/name"),
                 .uuid = or_none<text>(header, "/device/uuid"),
                 .compute_capability = capability_of(header),
                 .multiprocessors = count("/device/multiprocessors"),
                 .l2_bytes = bytes("/device/l2_bytes"),
                 .memory_bytes = bytes("/device/memory_bytes")},
      .host = {.cpu = at<text>(header, "/host/cpu"),
               .cores =
                   within<whole>(at<whole>(header, "/host/cores"), "/host/cores", 0, most_cores)},
      .clocks_mhz = {},
      .ecc = find<bool>(header, "/ecc")};
  for (const auto& [name, value] : members(header, "/clocks"))
    result.clocks_mhz[name] = clock_of(value, "/clocks/" + shown_name(name));
  return result;
}

recorded_header read_header(const fs::path& directory) {
  recorded_header header;
  with_json(directory / "header.json", [&](const json& value) { header = header_of(value); });
  return header;
}

void require_plain(const fs::path& directory) {
  const fs::path packed = directory / "records.jsonl.xz";
  if (!is_there(packed) || is_there(directory / "records.jsonl")) return;
  const auto shown = printable(packed.string());
  throw bad_input(fmt::format("{}: packed; unpack it first: xz -dk {}", shown, shown));
}

recorded_run read_run(const fs::path& directory, open_line last) {
  const fs::path records = directory / "records.jsonl", packed = directory / "records.jsonl.xz";
  const bool is_packed = !is_there(records) && is_there(packed);
  if (!is_there(directory / "header.json") || !(is_there(records) || is_packed)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                printable(directory.string())));
  }
  recorded_run run{.path = directory, .header = read_header(directory), .cases = {}};
  const auto take = [&](const json& record) {
    try {
      run.cases.push_back(case_of(record));
    } catch (const bad_input& fault) {
      throw bad_input(case_named(record) + fault.what());
    }
  };
  if (is_packed) {
    std::istringstream lines(unpacked(packed, json_limits::lines_file_bytes));
    with_json_lines(packed.string(), lines, take);
  } else {
    with_json_lines(records, take, last);
  }
  return run;
}

}  // namespace retime
