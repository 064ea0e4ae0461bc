# retime_add_program(NAME [FAMILIES] SOURCE...) makes the programs NAME (for the GPU, where retime::cuda and nvcc are)
# and NAME-emulated of the same sources, both with retime's whole command line. A .cpp file is compiled once, a .cu file
# once per device. FAMILIES adds the papers' families. Contraction (FMA) is off unless you say otherwise:
#   target_compile_options(NAME PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--fmad=true>)
set(RETIME_CMAKE ${CMAKE_CURRENT_LIST_DIR})
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)  # what is not optimised is not worth timing
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# What a .cu file is compiled with for the emulation: the compiler announces every access and every sum without a result,
# and the emulation takes the calls (kernels/device/emulation/compiler_hooks.cpp), where it is not the sanitizers' turn.
set(RETIME_EMULATED_OPTIONS)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT RETIME_SANITIZE)
  set(RETIME_EMULATED_OPTIONS -fsanitize=thread,signed-integer-overflow,integer-divide-by-zero,bounds
    --param=tsan-instrument-func-entry-exit=0 --param=tsan-distinguish-volatile=1 -Wno-tsan)
endif()

function(retime_add_program program)
  cmake_parse_arguments(PARSE_ARGV 1 with "FAMILIES" "" "")
  set(RETIME_CMAKE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(program_folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(program_output ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  if(NOT program_output)
    set(program_output ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(host_sources)
  set(device_sources)
  foreach(source IN LISTS with_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH source)
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "retime_add_program(${program}): ${source} is not there")
    elseif(source MATCHES "\\.cu$")
      list(APPEND device_sources ${source})
    else()
      list(APPEND host_sources ${source})
    endif()
  endforeach()
  if(host_sources)
    add_library(${program}-host OBJECT ${host_sources})
    target_link_libraries(${program}-host PRIVATE retime::options OpenMP::OpenMP_CXX)
  endif()
  # A source's language is a property of the directory that sets it, so the two devices have a directory each.
  add_subdirectory(${RETIME_CMAKE}/program/emulated ${CMAKE_CURRENT_BINARY_DIR}/${program}-emulated.dir)
  if(TARGET retime::cuda)
    add_subdirectory(${RETIME_CMAKE}/program/cuda ${CMAKE_CURRENT_BINARY_DIR}/${program}.dir)
  endif()
endfunction()

# What both directories do with their program once it has its sources.
function(retime_complete_program target device)
  target_link_libraries(${target} PRIVATE retime::main retime::${device} $<TARGET_NAME_IF_EXISTS:${program}-host>)
  if(with_FAMILIES)
    target_link_libraries(${target} PRIVATE retime::families_${device})
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${program_output})
  retime_add_facts(${target} ${device_sources} ${host_sources})
endfunction()

# What a run's header says of its program, and of which sources its variants are: asked anew at every build, compiled
# anew only when the answer changed.
function(retime_add_facts target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  set(facts ${CMAKE_CURRENT_BINARY_DIR}/${target}-facts.cpp)
  get_property(version GLOBAL PROPERTY RETIME_VERSION)
  set(cuda)
  get_target_property(linked ${target} LINK_LIBRARIES)
  if("retime::cuda" IN_LIST linked)
    set(cuda "-DCUDA=${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}"
      "-DCUDA_FLAGS=${CMAKE_CUDA_FLAGS_${build_type}} -arch=${CMAKE_CUDA_ARCHITECTURES} --fmad=false")
  endif()
  if(NOT program_folder)
    set(program_folder ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  add_custom_target(${target}-facts BYPRODUCTS ${facts}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${program_folder} -DBINARY_FOLDER=${CMAKE_BINARY_DIR} "-DSOURCES=${ARGN}"
      -DFAMILIES=${with_FAMILIES} -DOUTPUT=${facts} -DVERSION=${version} -DBUILD_TYPE=${CMAKE_BUILD_TYPE}
      "-DCXX=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
      "-DCXX_FLAGS=${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off" ${cuda}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/program_facts.cmake VERBATIM)
  set_source_files_properties(${facts} PROPERTIES GENERATED TRUE)
  target_sources(${target} PRIVATE ${facts})
  add_dependencies(${target} ${target}-facts)
endfunction()
