# Compiler options that every target shares.
# Three warnings are off: kernels carry nvcc's #pragma unroll (unknown-pragmas), GCC 12 misfires -Wrestrict on
# std::string concatenation (GCC bug 105651), and -Wmissing-field-initializers would forbid aggregates whose members
# have defaults.
# Contraction is off on both devices: a variant and its reference then round alike, bit for bit.
add_library(retime_options INTERFACE)
target_include_directories(retime_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(retime_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion;-Wno-unknown-pragmas;-Wno-restrict;-Wno-missing-field-initializers;-Werror;-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr;--extended-lambda;--Werror=all-warnings;-Xcompiler=-Wall,-Wextra,-ffp-contract=off,-fopenmp>)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Level 1: with the sanitizers level 2 compiles three times as long, and level 0 runs ten times as long.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")
# GCC 12 takes members of std::regex for uninitialised once a sanitizer looks at them.
if(RETIME_SANITIZE)
  target_compile_options(retime_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer;-Wno-maybe-uninitialized>)
  target_link_options(retime_options INTERFACE -fsanitize=address,undefined)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
