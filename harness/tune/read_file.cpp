#include <fmt/format.h>
#include <zlib.h>

#include <memory>

#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;

ordered_json parse(const std::string& text, const std::string& file) {
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& problem) {
    throw bad_input(fmt::format("{}: malformed or truncated JSON at byte {}", file, problem.byte));
  }
}

std::string stem(std::filesystem::path file) {
  for (const auto* ending : {".gz", ".json"}) {
    if (file.extension() == ending) file = file.stem();
  }
  return file.filename().string();
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

recording read_recording(const std::filesystem::path& file, const std::string& objective) {
  try {
    return index(minimised(read_t4(parse(read_text(file), file.string()), objective)), stem(file));
  } catch (const bad_input& problem) {
    const std::string text = problem.what();
    throw bad_input(text.starts_with(file.string()) ? text
                                                    : fmt::format("{}: {}", file.string(), text));
  } catch (const ordered_json::exception& problem) {
    throw bad_input(fmt::format("{}: a key is missing or of the wrong type ({})", file.string(),
                                problem.what()));
  }
}

}  // namespace retime::tune
