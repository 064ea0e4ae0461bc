# `lint`: clang-tidy over the host sources, and every header compiled alone.
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/kernels/*.h ${PROJECT_SOURCE_DIR}/variants/*.h ${PROJECT_SOURCE_DIR}/harness/*.h)
list(FILTER headers EXCLUDE REGEX "^kernels/device/cuda/")
list(JOIN headers "\\n" header_lines)
add_custom_target(lint
  COMMAND sh -c "printf '${header_lines}\\n' | xargs -P 2 -I{} ${CMAKE_CXX_COMPILER} -std=c++20 -DRETIME_DEVICE_EMULATION -I. -fsyntax-only -x c++ {}"
  COMMAND ${RUN_CLANG_TIDY} -quiet -p ${PROJECT_BINARY_DIR} "^${PROJECT_SOURCE_DIR}/(kernels|variants|harness)/.*\\.cpp$" > ${PROJECT_BINARY_DIR}/clang-tidy.log 2>&1
    || (grep -E "warning:|error:" ${PROJECT_BINARY_DIR}/clang-tidy.log && false)
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
