# Writes OUTPUT at build time, and only when what it says has changed: the git state of FOLDER, the compilers, and for
# each of SOURCES a hash of what it may be built from. That is coarse and complete: every C++ and CUDA file of its
# folder and below (of a family: in kernels/ too), and the engine's for kernels and variants.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${FOLDER} rev-parse HEAD
  OUTPUT_VARIABLE sha OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_git)
execute_process(COMMAND git -C ${FOLDER} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
if(no_git)
  set(sha "unknown")
endif()
if(changes STREQUAL "")
  set(dirty false)
else()
  set(dirty true)
endif()

cmake_path(SET engine NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/..)
if(NOT EXISTS ${engine}/kernels)
  cmake_path(SET engine NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../../include/retime/)  # installed
endif()
if(FAMILIES)
  file(GLOB family_sources ${engine}variants/*/*.cpp ${engine}variants/*/*.cu)
  list(FILTER family_sources EXCLUDE REGEX "/variants/kit/")
endif()
list(APPEND SOURCES ${family_sources})
list(SORT SOURCES)
set(rows)
set(hashed)
foreach(source IN LISTS SOURCES)
  cmake_path(GET source PARENT_PATH folder)
  if(NOT folder STREQUAL hashed)
    set(hashed ${folder})
    string(REPLACE ${engine}variants ${engine}kernels kernels ${folder})
    set(files)
    foreach(place ${folder} ${kernels} ${engine}kernels/device ${engine}kernels/support ${engine}variants/kit)
      file(GLOB_RECURSE found ${place}/*.h ${place}/*.cuh ${place}/*.hpp ${place}/*.cpp ${place}/*.cu)
      list(APPEND files ${found})
    endforeach()
    list(FILTER files EXCLUDE REGEX "^${BINARY_FOLDER}/")
    set(all)
    foreach(file IN LISTS files)
      file(SHA256 ${file} hash)
      string(APPEND all ${hash})
    endforeach()
    string(SHA256 hash "${all}")
    string(SUBSTRING ${hash} 0 16 hash)
  endif()
  string(REPLACE ${engine} "" source ${source})
  string(REPLACE ${FOLDER}/ "" source ${source})
  string(APPEND rows "    {\"${source}\", \"${hash}\"},\n")
endforeach()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "harness/record/build_info.h"
#include "harness/record/source_hashes.h"

namespace retime {

extern const char* const cuda_flags;  // cmake/program/cuda/flags.cu

const build_info& built() {
  static const build_info info{"@VERSION@", "@sha@", @dirty@, "@CXX@", RETIME_CXX_FLAGS,
#if defined(RETIME_DEVICE_CUDA)
                               "@CUDA@", cuda_flags,
#else
                               "", "",
#endif
                               RETIME_BUILD_TYPE};
  return info;
}

std::span<const source_hash> source_hashes() {
  static const std::vector<source_hash> hashes{
@rows@  };
  return hashes;
}

}  // namespace retime
]] @ONLY)
