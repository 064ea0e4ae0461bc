# retime_add_program(NAME [FAMILIES] SOURCE... [TOOLS bench...]) makes the programs NAME (for the GPU, where retime::cuda and
# nvcc are) and NAME-emulated of the same sources, with the commands of these tools: all, unless some of bench, gate, tune,
# exports and occupancy are named. A .cpp file is compiled once, a .cu file once per device. FAMILIES adds the papers'
# families, and compiles the sources as those are, without contraction (FMA).
set(RETIME_CMAKE ${CMAKE_CURRENT_LIST_DIR})
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)  # what is not optimised is not worth timing
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

function(retime_add_program program)
  cmake_parse_arguments(PARSE_ARGV 1 with "FAMILIES" "" "TOOLS")
  set(RETIME_CMAKE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(program_folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(program_output ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  if(NOT program_output)
    set(program_output ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(tools bench gate tune exports occupancy)
  foreach(tool IN LISTS with_TOOLS)
    if(NOT tool IN_LIST tools)
      message(FATAL_ERROR "retime_add_program(${program}): TOOLS are some of ${tools}; '${tool}' is none")
    endif()
  endforeach()
  if(with_TOOLS)
    set(tools ${with_TOOLS})
  endif()
  set(host_sources)
  set(device_sources)
  set(families)
  if(with_FAMILIES)
    set(families retime::rounding)
  endif()
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
    target_link_libraries(${program}-host PRIVATE retime::options OpenMP::OpenMP_CXX ${families}
      fmt::fmt $<TARGET_NAME_IF_EXISTS:nlohmann_json::nlohmann_json> $<TARGET_NAME_IF_EXISTS:CLI11::CLI11>)
  endif()
  # A source's language is a property of the directory that sets it, so the two devices have a directory each.
  add_subdirectory(${RETIME_CMAKE}/program/emulated ${CMAKE_CURRENT_BINARY_DIR}/${program}-emulated.dir)
  if(TARGET retime::cuda)
    add_subdirectory(${RETIME_CMAKE}/program/cuda ${CMAKE_CURRENT_BINARY_DIR}/${program}.dir)
  endif()
endfunction()

# What both directories do with their program once it has its sources.
function(retime_complete_program target device)
  list(TRANSFORM tools PREPEND retime:: OUTPUT_VARIABLE whole)  # commands register themselves: nobody asks for them
  list(JOIN whole "," whole)
  target_link_libraries(${target} PRIVATE retime::main retime::${device} "$<LINK_LIBRARY:WHOLE_ARCHIVE,${whole}>"
    $<TARGET_NAME_IF_EXISTS:${program}-host>)
  if(with_FAMILIES)
    target_link_libraries(${target} PRIVATE retime::families_${device} ${families})
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${program_output})
  retime_add_facts(${target} ${device_sources} ${host_sources})
endfunction()

# What a run's header says of its program, and of which sources its variants are: asked anew at every build, compiled
# anew only when the answer changed.
function(retime_add_facts target)
  set(facts ${CMAKE_CURRENT_BINARY_DIR}/${target}-facts.cpp)
  get_property(version GLOBAL PROPERTY RETIME_VERSION)
  if(NOT program_folder)
    set(program_folder ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  add_custom_target(${target}-facts BYPRODUCTS ${facts}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${program_folder} -DBINARY_FOLDER=${CMAKE_BINARY_DIR} "-DSOURCES=${ARGN}"
      -DFAMILIES=${with_FAMILIES} -DOUTPUT=${facts} -DVERSION=${version}
      "-DCXX=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
      "-DCUDA=${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}"
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/program_facts.cmake VERBATIM)
  retime_real_flags(flags ${target} CXX)
  set_source_files_properties(${facts} PROPERTIES GENERATED TRUE
    COMPILE_DEFINITIONS "RETIME_CXX_FLAGS=\"${flags}\";RETIME_BUILD_TYPE=\"$<CONFIG>\"")
  target_sources(${target} PRIVATE ${facts})
  add_dependencies(${target} ${target}-facts)
endfunction()

# What the sources of the target in this language are compiled with, known when they are.
function(retime_real_flags result target language)
  set(flags)
  foreach(config IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER ${config} upper)
    string(APPEND flags "$<$<CONFIG:${config}>:${CMAKE_${language}_FLAGS_${upper}} >")
  endforeach()
  string(STRIP "${CMAKE_${language}_FLAGS} ${flags}" flags)
  # What CMake's own modules add comes behind a mark that is no flag.
  set(${result} "${flags}$<JOIN:$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,EXCLUDE,^SHELL:>, >" PARENT_SCOPE)
endfunction()
