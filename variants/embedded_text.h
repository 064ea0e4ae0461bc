// Files of variants/ whose text the build puts into the programs that have the papers' families:
// claim_cases.json.
#pragma once

#include <initializer_list>
#include <string>

namespace retime {

/// Used by the sources that cmake/embedded_text.cmake makes of the files.
bool embed_text(const char* name, std::initializer_list<const char*> lines);

/// Empty where the program has no such file.
const std::string& embedded_text(const std::string& name);

}  // namespace retime
