#include "harness/support/json_input.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using nlohmann::json;

std::ifstream open(const std::filesystem::path& path) {
  require_file(path);
  return std::ifstream(path);
}

/// nlohmann's message without its "[json.exception.x.n] " prefix.
std::string reason_of(const json::exception& fault) {
  const std::string text = fault.what();
  const auto end = text.find("] ");
  return end == std::string::npos ? text : text.substr(end + 2);
}

void parse_and_use(const std::string& where, const std::string& text,
                   const std::function<void(const json&)>& use) {
  try {
    use(json::parse(text));
  } catch (const json::parse_error& fault) {
    throw bad_input(fmt::format("{}: not valid JSON at byte {} (NaN and infinity are none either)",
                                where, fault.byte));
  } catch (const json::exception& fault) {
    throw bad_input(fmt::format("{}: {}", where, reason_of(fault)));
  } catch (const bad_input& fault) {  // which knows what is wrong, but not in which file
    throw bad_input(fmt::format("{}: {}", where, fault.what()));
  }
}

}  // namespace

void with_json(const std::filesystem::path& path, const std::function<void(const json&)>& use) {
  auto file = open(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  parse_and_use(path.string(), text, use);
}

void with_json_lines(const std::filesystem::path& path,
                     const std::function<void(const json&)>& use) {
  auto file = open(path);
  with_json_lines(path.string(), file, use);
}

void with_json_lines(const std::string& name, std::istream& lines,
                     const std::function<void(const json&)>& use) {
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    parse_and_use(fmt::format("{} line {}", name, number), line, use);
  }
}

std::string plain_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump();
}

}  // namespace retime
