// "Is ... meant?", for words that are misspelt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace retime {

/// Of the known words the one that a slip or two turns into `word`; empty where there is none.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace retime
