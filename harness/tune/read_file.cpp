#include <fmt/format.h>
#include <zlib.h>

#include <memory>

#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;

/// Kernel Tuner leaves ',' for the closing braces while a cache is open; an empty string if this is
/// no such cache.
std::string closed_cache(std::string text) {
  const auto last = text.find_last_not_of(" \t\r\n");
  if (last == std::string::npos || text.find("\"cache\"") == std::string::npos) return {};
  text.resize(text[last] == ',' ? last : last + 1);
  return text + "}}";
}

ordered_json parse(std::string text, const std::string& file) {
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& problem) {
    if (const auto closed = closed_cache(std::move(text)); !closed.empty()) {
      auto again = ordered_json::parse(closed, nullptr, false);
      if (!again.is_discarded()) return again;
    }
    throw bad_input(fmt::format("{}: malformed or truncated JSON at byte {}", file, problem.byte));
  }
}

std::string stem(std::filesystem::path file) {
  for (const auto* ending : {".gz", ".json"}) {
    if (file.extension() == ending) file = file.stem();
  }
  return file.filename().string();
}

raw_recording dispatch(const ordered_json& document, const std::string& objective) {
  if (document.is_object() && document.contains("results")) return read_t4(document, objective);
  if (document.is_object() && document.contains("cache")) return read_cache(document, objective);
  if (document.is_object() && document.contains("Results")) return read_ktt(document);
  if (document.is_object() && document.contains("ConfigurationSpace"))
    throw bad_input("a T1 file defines a space and holds no results: name it by --space");
  throw bad_input(
      "neither T4 ('results'), nor a Kernel Tuner cache ('cache'), nor KTT output ('Results')");
}

/// Searches minimise: of a rate, the time for one of what it counts.
raw_recording minimised(raw_recording raw) {
  const auto is_rate = [](const std::string& text) { return text.ends_with("/s"); };
  if (!is_rate(raw.objective) && !is_rate(raw.unit)) return raw;
  for (auto& [values, tried] : raw.rows) {
    if (tried.valid() && tried.objective <= 0)
      throw bad_input(fmt::format("a correct result has '{}' = {}; a rate is above 0",
                                  raw.objective, tried.objective));
    tried.objective = 1 / tried.objective;
  }
  raw.objective = fmt::format("1/({})", raw.objective);
  if (!raw.unit.empty()) raw.unit = fmt::format("1/({})", raw.unit);
  return raw;
}

/// Every problem inside a file names that file.
template <class Read>
auto naming(const std::string& file, Read read) {
  try {
    return read();
  } catch (const bad_input& problem) {
    const std::string text = problem.what();
    throw bad_input(text.starts_with(file) ? text : fmt::format("{}: {}", file, text));
  } catch (const ordered_json::exception& problem) {
    throw bad_input(
        fmt::format("{}: a key is missing or of the wrong type ({})", file, problem.what()));
  }
}

}  // namespace

std::string read_text(const std::filesystem::path& file) {
  require_file(file);
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> input(gzopen(file.c_str(), "rb"), gzclose);
  if (!input) throw bad_input(fmt::format("{}: cannot be opened", file.string()));
  std::string text;
  std::string chunk(1 << 20, '\0');
  for (;;) {
    const int got = gzread(input.get(), chunk.data(), static_cast<unsigned>(chunk.size()));
    int state = Z_OK;
    gzerror(input.get(), &state);
    if (got < 0 || state == Z_BUF_ERROR)
      throw bad_input(fmt::format("{}: the gzip archive is damaged or truncated", file.string()));
    if (got == 0) return text;
    text.append(chunk, 0, static_cast<std::size_t>(got));
    if (text.size() > largest_file)
      throw bad_input(fmt::format("{}: larger than 1 GiB unpacked", file.string()));
  }
}

space read_t1_file(const std::filesystem::path& file) {
  return naming(file.string(), [&] { return read_t1(parse(read_text(file), file.string())); });
}

std::optional<budget> read_t1_budget(const std::filesystem::path& file) {
  return naming(file.string(), [&] { return read_budget(parse(read_text(file), file.string())); });
}

recording read_recording(const std::filesystem::path& file, const std::string& objective,
                         const space* definition) {
  return naming(file.string(), [&] {
    return index(minimised(dispatch(parse(read_text(file), file.string()), objective)), stem(file),
                 definition);
  });
}

axis_value scalar_from(const ordered_json& value, const std::string& place) {
  if (value.is_boolean()) return std::int64_t{value.get<bool>()};
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  throw bad_input(fmt::format("{}: a value must be a number, a text or a bool", place));
}

double milliseconds_per(const std::string& unit) {
  static const std::map<std::string, double> known{{"", 1},
                                                   {"ms", 1},
                                                   {"milliseconds", 1},
                                                   {"miliseconds", 1},
                                                   {"millisecond", 1},
                                                   {"s", 1e3},
                                                   {"seconds", 1e3},
                                                   {"second", 1e3},
                                                   {"us", 1e-3},
                                                   {"microseconds", 1e-3},
                                                   {"ns", 1e-6},
                                                   {"nanoseconds", 1e-6}};
  std::string lower;
  for (const char c : unit) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto found = known.find(lower);
  if (found == known.end())
    throw bad_input(fmt::format(
        "time unit '{}' is none of seconds, milliseconds, microseconds, nanoseconds", unit));
  return found->second;
}

}  // namespace retime::tune
