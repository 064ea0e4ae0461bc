// JSON from files that somebody else may have written: every fault becomes one line that names the
// file.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace retime {

/// All throw bad_input. `use` gets the file's JSON value; a key that it misses or a type that it
/// does not expect (nlohmann's exceptions) is reported with `path` too.
void with_json(const std::filesystem::path& path,
               const std::function<void(const nlohmann::json&)>& use);
/// The same for each line of a JSON Lines file; the report then names the line.
void with_json_lines(const std::filesystem::path& path,
                     const std::function<void(const nlohmann::json&)>& use);

/// The same of lines that are open already, under this name.
void with_json_lines(const std::string& name, std::istream& lines,
                     const std::function<void(const nlohmann::json&)>& use);

/// Text, number or truth value as text, for showing and for comparing.
std::string plain_text(const nlohmann::json& value);

}  // namespace retime
