// The regular expression after --filter, which every command with that flag reads alike.
#pragma once

#include <regex>
#include <string>

namespace retime {

/// Searched anywhere in a text; an empty one finds every text. Throws bad_input where it is none.
std::regex filter_expression(const std::string& filter);

}  // namespace retime
