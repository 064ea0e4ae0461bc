# Makes a source of a file's text: cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -P embedded_text.cmake
# A literal a line, for a compiler need not take one of more than 64 KB.
file(READ ${INPUT} lines)
get_filename_component(name ${INPUT} NAME)
get_filename_component(text ${INPUT} NAME_WE)
string(REGEX REPLACE "\n+$" "" lines "${lines}")
string(REPLACE "\n" ")text\",\n    R\"text(" lines "${lines}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "variants/embedded_text.h"

namespace retime {
namespace {

const bool @text@_is_embedded = embed_text("@name@", {
    R"text(@lines@)text"});

}  // namespace
}  // namespace retime
]])
