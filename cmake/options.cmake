# Compiler options, as targets: retime_options for every file that a program consists of, retime_rounding for the papers'
# families, retime_strict for what stands in this tree.
add_library(retime_options INTERFACE)
add_library(retime::options ALIAS retime_options)
set_target_properties(retime_options PROPERTIES EXPORT_NAME options)
target_include_directories(retime_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/retime>)
target_compile_features(retime_options INTERFACE cxx_std_20)
target_compile_options(retime_options INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr;--extended-lambda;-Xcompiler=-fopenmp>)

# Contraction (FMA) is off in the papers' families, on both devices: a variant and its reference then round alike, bit for
# bit. A program of one's own is compiled as its author would ship it, and verified within its tolerance.
add_library(retime_rounding INTERFACE)
add_library(retime::rounding ALIAS retime_rounding)
set_target_properties(retime_rounding PROPERTIES EXPORT_NAME rounding)
target_compile_options(retime_rounding INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off> $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;-Xcompiler=-ffp-contract=off>)

# What a .cu file is compiled with for the emulation: the compiler announces every access and every sum without a result,
# and the emulation takes the calls (kernels/device/emulation/compiler_hooks.cpp), where it is not the sanitizers' turn.
add_library(retime_emulated_kernels INTERFACE)
add_library(retime::emulated_kernels ALIAS retime_emulated_kernels)
set_target_properties(retime_emulated_kernels PROPERTIES EXPORT_NAME emulated_kernels)
if(NOT RETIME_SANITIZE)
  target_compile_options(retime_emulated_kernels INTERFACE
    -fsanitize=thread,signed-integer-overflow,integer-divide-by-zero,bounds
    $<$<CXX_COMPILER_ID:GNU>:--param=tsan-instrument-func-entry-exit=0;--param=tsan-distinguish-volatile=1;-Wno-tsan>
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-distinguish-volatile=1 -mllvm -tsan-instrument-read-before-write=1>")
endif()

# Warnings, where this tree is what is worked on; errors by CMAKE_COMPILE_WARNING_AS_ERROR, which the tests of CI set.
# Some are off: kernels carry nvcc's #pragma unroll (unknown-pragmas), GCC 12 misfires -Wrestrict on std::string
# concatenation (GCC bug 105651), -Wmissing-field-initializers would forbid aggregates whose members have defaults,
# -Wsubobject-linkage takes sources that are compiled together for headers, and Clang's -Wpass-failed tells of loops that it
# does not vectorise, its -Wc2y-extensions of the __COUNTER__ that registration stands on.
add_library(retime_strict INTERFACE)
set(strict $<BUILD_INTERFACE:retime_strict> $<BUILD_INTERFACE:retime_rounding>)  # no installed library asks for them
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(retime_strict INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion;-Wno-unknown-pragmas;-Wno-missing-field-initializers>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict;-Wno-subobject-linkage>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-pass-failed>
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,22>>:-Wno-c2y-extensions>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas>)
else()
  set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
endif()
# GCC's collection of its garbage takes up to an eighth of the time; without it a source takes a fifth more memory, 650 MB.
target_compile_options(retime_strict INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)

# What is not timed is built for those who wait for the build. Where level g inlines less, GCC takes more for uninitialised,
# and so does GCC 14 where it instruments.
set(maybe_is_no_warning $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
set(compiled_soon $<$<CONFIG:Release>:-Og> ${maybe_is_no_warning})
# A precompiled header that ccache can take for what it was made of.
set(for_ccache $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)

# Level g: with the sanitizers level 1 compiles half as long again, and level 0 runs ten times as long.
set(CMAKE_CXX_FLAGS_SANITIZE "-Og -g1")
# GCC 12 takes members of the standard library for uninitialised once a sanitizer looks at them. What -fno-sanitize names takes
# two fifths of the time to compile; AddressSanitizer sees what comes of it, but for the alignment.
if(RETIME_SANITIZE)
  target_compile_options(retime_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize=null,object-size,vptr,alignment,pointer-overflow;-fno-sanitize-recover=all;-fno-omit-frame-pointer;-Wno-maybe-uninitialized>)
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
