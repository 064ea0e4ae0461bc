// Texts of files in a table of Markdown, which somebody else's page shows.
#pragma once

#include <string>
#include <string_view>

namespace retime {

/// A code span that the text cannot leave.
std::string markdown_code(std::string_view text);

/// Text in which nothing is a link, HTML or another cell.
std::string markdown_text(std::string_view text);

}  // namespace retime
