# Makes a source of variants/claim_cases.json: cmake -DINPUT=FILE.json -DOUTPUT=FILE.cpp -P claim_cases.cmake
# A literal a line, for a compiler need not take one of more than 64 KB.
file(READ ${INPUT} lines)
string(REGEX REPLACE "\n+$" "" lines "${lines}")
string(REPLACE "\n" ")json\",\n    R\"json(" lines "${lines}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "variants/claim_cases.h"

namespace retime {
namespace {

const bool is_added = add_claim_cases({
    R"json(@lines@)json"});

}  // namespace
}  // namespace retime
]])
