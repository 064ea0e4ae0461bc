#include <fmt/format.h>
#include <zlib.h>

#include <memory>

#include "harness/files/json_input.h"
#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

constexpr std::size_t largest_file = json_limits::file_bytes;

std::string stem(std::filesystem::path file) {
  for (const auto* ending : {".gz", ".json"}) {
    if (file.extension() == ending) file = file.stem();
  }
  return file.filename().string();
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

recording read_recording(const std::filesystem::path& file, const std::string& objective,
                         std::optional<direction> towards) {
  const std::string text = read_text(file);
  try {
    auto recorded = index(read_t4(parse_json<ordered_json>(text), objective), stem(file));
    recorded.towards = towards.value_or(recorded.towards);
    return recorded;
  } catch (const bad_input& problem) {
    throw bad_input(fmt::format("{}: {}", printable(file.string()), problem.what()));
  }
}

}  // namespace retime::tune
