# Writes OUTPUT at build time, and only when what it says has changed: the git state of FOLDER, compilers and flags, and
# for each of SOURCES the hash of what it may be built from. That is coarse and complete: every C++ and CUDA file in its
# folder and below (of a family: in kernels/ too), and the engine's headers for kernels and variants.
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

set(engine ${CMAKE_CURRENT_LIST_DIR}/..)
if(NOT EXISTS ${engine}/kernels)
  set(engine ${CMAKE_CURRENT_LIST_DIR}/../../../include/retime)  # installed
endif()
cmake_path(NORMAL_PATH engine)

function(hash_of_folders result)  # both the files' places below `root` and their contents count
  set(all)
  foreach(folder IN LISTS ARGN)
    foreach(ending h cuh hpp cpp cu)
      file(GLOB_RECURSE files RELATIVE ${root} ${folder}/*.${ending})
      list(APPEND all ${files})
    endforeach()
  endforeach()
  list(SORT all)
  set(text)
  foreach(file IN LISTS all)
    cmake_path(IS_PREFIX BINARY_FOLDER ${root}/${file} NORMALIZE built)
    if(NOT built)
      file(SHA256 ${root}/${file} hash)
      string(APPEND text "${file} ${hash}\n")
    endif()
  endforeach()
  string(SHA256 hash "${text}")
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

set(root ${engine})
hash_of_folders(engine_hash ${engine}/kernels/device ${engine}/kernels/support ${engine}/variants/kit)
if(FAMILIES)
  file(GLOB family_sources ${engine}/variants/*/*.cpp ${engine}/variants/*/*.cu)
  list(APPEND SOURCES ${family_sources})
endif()
set(rows)
foreach(source IN LISTS SOURCES)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(IS_PREFIX engine ${source} of_engine)
  if(of_engine)
    set(root ${engine})
  else()
    set(root ${FOLDER})
  endif()
  if(NOT hash_${folder})
    cmake_path(GET folder FILENAME family)
    set(folders ${folder})
    if(folder STREQUAL "${engine}/variants/${family}")
      list(APPEND folders ${engine}/kernels/${family})
    endif()
    hash_of_folders(hash ${folders})
    string(SHA256 hash "${engine_hash} ${hash}")
    string(SUBSTRING ${hash} 0 16 hash_${folder})
  endif()
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE file)
  string(APPEND rows "    {\"${file}\", \"${hash_${folder}}\"},\n")
endforeach()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "harness/record/build_info.h"
#include "harness/record/source_hashes.h"

namespace retime {

const build_info& built() {
  static const build_info info{"@sha@", @dirty@, "@CXX@", "@CXX_FLAGS@", "@CUDA@", "@CUDA_FLAGS@", "@BUILD_TYPE@"};
  return info;
}

std::span<const source_hash> source_hashes() {
  static const std::vector<source_hash> hashes{
@rows@  };
  return hashes;
}

}  // namespace retime
]] @ONLY)
