# Writes build_info.cpp at build time, and only when what it says has changed.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE sha OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_git)
execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
if(no_git)
  set(sha "unknown")
endif()
if(changes STREQUAL "")
  set(dirty false)
else()
  set(dirty true)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "harness/record/build_info.h"

namespace retime {

const build_info& built() {
  static const build_info info{"@VERSION@", "@sha@", @dirty@, "@CXX@", "@CXX_FLAGS@", "@CUDA@", "@CUDA_FLAGS@", "@BUILD_TYPE@"};
  return info;
}

}  // namespace retime
]] @ONLY)
