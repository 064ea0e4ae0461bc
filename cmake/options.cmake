# Compiler options: retime_options for every file that a program consists of, retime_strict for those of this tree.
# Contraction is off on both devices: a variant and its reference then round alike, bit for bit.
add_library(retime_options INTERFACE)
add_library(retime::options ALIAS retime_options)
set_target_properties(retime_options PROPERTIES EXPORT_NAME options)
target_include_directories(retime_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/retime>)
target_compile_features(retime_options INTERFACE cxx_std_20)
target_compile_options(retime_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr;--extended-lambda;-Xcompiler=-ffp-contract=off,-fopenmp>)

# Three warnings are off: kernels carry nvcc's #pragma unroll (unknown-pragmas), GCC 12 misfires -Wrestrict on
# std::string concatenation (GCC bug 105651), and -Wmissing-field-initializers would forbid aggregates whose members
# have defaults.
add_library(retime_strict INTERFACE)
set(strict $<BUILD_INTERFACE:retime_strict>)  # so that no installed library asks for it
target_compile_options(retime_strict INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion;-Wno-unknown-pragmas;-Wno-restrict;-Wno-missing-field-initializers;-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings;-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas>)

# What is not timed is built for those who wait for the build. Where level g inlines less, GCC takes more for uninitialised.
set(compiled_soon $<$<CONFIG:Release>:-Og> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# GCC's collection of its garbage takes up to an eighth of the time; without it a source takes a fifth more memory, 650 MB.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)

# Level 1: with the sanitizers level 2 compiles three times as long, and level 0 runs ten times as long.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")
# GCC 12 takes members of the standard library for uninitialised once a sanitizer looks at them.
if(RETIME_SANITIZE)
  target_compile_options(retime_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer;-Wno-maybe-uninitialized>)
  target_link_options(retime_options INTERFACE -fsanitize=address,undefined)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# retime::NAME: of the libraries, every object and not only those that something asks for: what registers itself is
# asked for by nobody.
function(retime_whole name)
  list(TRANSFORM ARGN PREPEND retime:: OUTPUT_VARIABLE whole)
  list(JOIN whole "," whole)
  add_library(retime_${name} INTERFACE)
  target_link_libraries(retime_${name} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${whole}>")
  foreach(library IN LISTS ARGN ITEMS ${name})
    if(NOT TARGET retime::${library})
      set_target_properties(retime_${library} PROPERTIES EXPORT_NAME ${library})
      add_library(retime::${library} ALIAS retime_${library})
    endif()
  endforeach()
endfunction()
