#include <fmt/format.h>
#include <zlib.h>

#include <memory>

#include "harness/support/json_input.h"
#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

constexpr double least_rate = 1e-100;
constexpr std::size_t largest_file = json_limits::file_bytes;

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
    if (tried.valid() && tried.objective < least_rate)
      throw bad_input(fmt::format("a correct result has '{}' = {}; a rate is above 0",
                                  shown_name(raw.objective), tried.objective));
    tried.objective = 1 / tried.objective;
  }
  raw.objective = fmt::format("1/({})", raw.objective);
  if (!raw.unit.empty()) raw.unit = fmt::format("1/({})", raw.unit);
  return raw;
}

}  // namespace

std::string read_text(const std::filesystem::path& file) {
  require_file(file);
  const auto refused = [&](const std::string& why) {
    return bad_input(fmt::format("{}: {}", printable(file.string()), why));
  };
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> input(gzopen(file.c_str(), "rb"), gzclose);
  if (!input) throw refused("cannot be opened");
  std::string text;
  std::string chunk(1 << 20, '\0');
  for (;;) {
    const int got = gzread(input.get(), chunk.data(), static_cast<unsigned>(chunk.size()));
    int state = Z_OK;
    gzerror(input.get(), &state);
    if (got < 0 || state == Z_BUF_ERROR) throw refused("the gzip archive is damaged or truncated");
    if (got == 0) return text;
    text.append(chunk, 0, static_cast<std::size_t>(got));
    if (text.size() > largest_file)
      throw refused(fmt::format("larger than {} MiB unpacked", largest_file >> 20));
  }
}

recording read_recording(const std::filesystem::path& file, const std::string& objective) {
  const std::string text = read_text(file);
  try {
    return index(minimised(read_t4(parse_json<ordered_json>(text), objective)), stem(file));
  } catch (const bad_input& problem) {
    throw bad_input(fmt::format("{}: {}", printable(file.string()), problem.what()));
  }
}

}  // namespace retime::tune
