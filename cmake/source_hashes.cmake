cmake_minimum_required(VERSION 3.25)
# Writes source_hashes.cpp at build time, and only when what it says has changed: for every file that registers
# variants, the hash of all that it is built from. That is the file itself, its family, what they include of this
# repository, and the .cpp or .cu beside each header, in turn.
file(GLOB_RECURSE candidates RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/variants/*.cu ${SOURCE_DIR}/variants/*.cpp
  ${SOURCE_DIR}/tests/*.cu ${SOURCE_DIR}/tests/*.cpp)
list(SORT candidates)

# What a file leads to; remembered, since most files share their headers.
function(read_links file)
  get_property(known GLOBAL PROPERTY links_${file} SET)
  if(known)
    return()
  endif()
  set(links)
  file(STRINGS ${SOURCE_DIR}/${file} lines REGEX "^#include \"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" included "${line}")
    if(EXISTS ${SOURCE_DIR}/${included})
      list(APPEND links ${included})
    endif()
  endforeach()
  if(file MATCHES "^(.*)\\.(h|cuh)$")
    foreach(ending cpp cu)
      if(EXISTS ${SOURCE_DIR}/${CMAKE_MATCH_1}.${ending})
        list(APPEND links ${CMAKE_MATCH_1}.${ending})
      endif()
    endforeach()
  endif()
  file(SHA256 ${SOURCE_DIR}/${file} hash)
  set_property(GLOBAL PROPERTY links_${file} "${links}")
  set_property(GLOBAL PROPERTY hash_${file} ${hash})
endfunction()

set(rows)
foreach(root IN LISTS candidates)
  file(STRINGS ${SOURCE_DIR}/${root} registers REGEX "^REGISTER_VARIANT" LIMIT_COUNT 1)
  if(NOT registers)
    continue()
  endif()
  set(open ${root})
  get_filename_component(folder ${root} DIRECTORY)
  if(EXISTS ${SOURCE_DIR}/${folder}/family.cpp)
    list(APPEND open ${folder}/family.cpp)
  endif()
  set(closed)
  while(open)
    list(POP_FRONT open file)
    if(file IN_LIST closed)
      continue()
    endif()
    list(APPEND closed ${file})
    read_links(${file})
    get_property(links GLOBAL PROPERTY links_${file})
    list(APPEND open ${links})
  endwhile()
  list(SORT closed)
  set(all)
  foreach(file IN LISTS closed)
    get_property(hash GLOBAL PROPERTY hash_${file})
    string(APPEND all "${file} ${hash}\n")
  endforeach()
  string(SHA256 hash "${all}")
  string(SUBSTRING ${hash} 0 16 hash)
  string(APPEND rows "    {\"${root}\", \"${hash}\"},\n")
endforeach()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "harness/record/source_hashes.h"

namespace retime {
namespace {

constexpr source_hash hashes[] = {
@rows@};

}  // namespace

std::span<const source_hash> source_hashes() { return hashes; }

}  // namespace retime
]] @ONLY)
