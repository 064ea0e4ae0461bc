// The text of variants/claim_cases.json, which the build puts into the programs that have the
// papers' families.
#pragma once

#include <initializer_list>
#include <string>

namespace retime {

/// Used by the source that cmake/claim_cases.cmake makes of the file.
bool add_claim_cases(std::initializer_list<const char*> lines);

/// Empty where the program lists none.
const std::string& claim_cases_text();

}  // namespace retime
