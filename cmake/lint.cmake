# `lint`: clang-tidy over the host sources, and headers compiled alone.
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
add_custom_target(lint
  COMMAND cmake/lint.sh ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER} ${RUN_CLANG_TIDY}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
