// The gate for JSON from files that somebody else may have written: bounded, and every fault is one
// line that names the file.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace retime {

/// Far beyond what any program writes, and little enough to be read in seconds and in a few times
/// the memory. Lines are those of JSON Lines.
struct json_limits {
  static constexpr std::size_t depth = 64, values = 10'000'000;
  static constexpr std::size_t file_bytes = std::size_t{64} << 20;
  static constexpr std::size_t line_bytes = std::size_t{16} << 20;
  static constexpr std::size_t lines_file_bytes = std::size_t{256} << 20;
};

/// The JSON or ordered JSON value of a text. Throws bad_input: it is none (and where), it goes
/// beyond the limits, or an object has a key twice.
template <class Json>
Json parse_json(std::string_view text);

/// The value in a few words for a fault: no control characters, no long texts, no nesting.
template <class Json>
std::string shown(const Json& value);

/// A name of a file's for a fault: printable, and no more than its first 200 bytes.
std::string shown_name(std::string_view name);

/// The text of a file of at most so many bytes. Throws bad_input that names it.
std::string text_of_file(const std::filesystem::path& path, std::size_t most_bytes);

/// All throw bad_input. `use` gets the file's JSON value; its own bad_input is reported with
/// `path`.
void with_json(const std::filesystem::path& path,
               const std::function<void(const nlohmann::json&)>& use);
/// What to do about a last line without an end: a kill may have cut it short.
enum class open_line { read, skip };

/// The same for each line of a JSON Lines file; the report then names the line.
void with_json_lines(const std::filesystem::path& path,
                     const std::function<void(const nlohmann::json&)>& use,
                     open_line last = open_line::read);

/// The same of lines that are open already, under this name.
void with_json_lines(const std::string& name, std::istream& lines,
                     const std::function<void(const nlohmann::json&)>& use,
                     open_line last = open_line::read);

}  // namespace retime
