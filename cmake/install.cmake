# Two components: `engine` is what other projects build on, `families` are the papers', and the programs that run them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/retime)
set(data ${CMAKE_INSTALL_DATADIR}/retime)

set(engine retime_options retime_rounding retime_emulated_kernels retime_core retime_main retime_emulated retime_emulated_device)
foreach(tool IN LISTS tools)
  list(APPEND engine retime_${tool})
endforeach()
if(TARGET retime::cuda)
  set(cuda retime_cuda retime_cuda_device)
endif()
if(RETIME_FAMILIES)
  set(families retime_families retime_families_emulated retime_families_emulated_device)
  if(TARGET retime::cuda)
    list(APPEND cuda_families retime_families_cuda retime_families_cuda_device)
  endif()
endif()
foreach(part engine cuda families cuda_families)
  if(${part})
    if(part MATCHES "families")
      set(component families)
    else()
      set(component engine)
    endif()
    install(TARGETS ${${part}} EXPORT retime-${part} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
    install(EXPORT retime-${part} NAMESPACE retime:: DESTINATION ${package} COMPONENT ${component})
  endif()
endforeach()

# A program's files include what kernels and variants stand on, and the two that its facts are written against.
foreach(folder kernels/device kernels/occupancy kernels/support variants/kit)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/retime/${folder}/.. COMPONENT engine
    FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh")
endforeach()
file(GLOB variant_headers CONFIGURE_DEPENDS variants/*.h)
install(FILES ${variant_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/retime/variants COMPONENT engine)
install(FILES harness/record/build_info.h harness/record/source_hashes.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/retime/harness/record COMPONENT engine)

# What docs/extend.md registers things by, what replays recorded spaces, and what those headers include.
install(CODE "set(source ${PROJECT_SOURCE_DIR})
set(to ${CMAKE_INSTALL_INCLUDEDIR}/retime)" COMPONENT engine)
install(CODE [[
  cmake_policy(SET CMP0057 NEW)
  set(headers harness/flags/command.h harness/flags/common_flags.h harness/flags/help.h harness/text/output.h
    harness/measure/stopping_rule.h harness/tune/plain_search.h harness/tune/device/objective.h harness/exports/formats.h
    harness/tune/commands/direction_flags.h harness/tune/model/levels.h harness/tune/t4.h harness/tune/warm_start.h
    harness/files/write_file.h)
  while(headers)
    list(POP_FRONT headers header)
    cmake_path(GET header PARENT_PATH folder)
    file(INSTALL ${source}/${header} DESTINATION ${CMAKE_INSTALL_PREFIX}/${to}/${folder})
    list(APPEND installed ${header})
    file(STRINGS ${source}/${header} lines REGEX "^#include \"harness/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"]*\"(.*)\".*" "\\1" included "${line}")
      if(NOT included IN_LIST installed AND NOT included IN_LIST headers)
        list(APPEND headers ${included})
      endif()
    endforeach()
  endwhile()
]] COMPONENT engine)

write_basic_package_version_file(${PROJECT_BINARY_DIR}/retime-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/retime-config-version.cmake cmake/retime-config.cmake
  cmake/retime_add_program.cmake cmake/program_facts.cmake cmake/find_cuda.cmake cmake/find_re2.cmake cmake/find_mpi.cmake
  DESTINATION ${package} COMPONENT engine)
install(DIRECTORY cmake/program DESTINATION ${package} COMPONENT engine)

# The report: PYTHONPATH=<prefix>/share/retime python3 -m plots RUN
install(DIRECTORY plots DESTINATION ${data} COMPONENT engine PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY results/papers DESTINATION ${data}/results COMPONENT engine FILES_MATCHING PATTERN "*.json")
install(FILES docs/record.schema.json DESTINATION ${data}/docs COMPONENT engine)
install(FILES requirements.txt DESTINATION ${data} COMPONENT engine)

if(RETIME_FAMILIES)
  install(DIRECTORY kernels variants DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/retime COMPONENT families
    FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh" PATTERN "*.cu" PATTERN "*.cpp")
  install(FILES cmake/find_fftw3.cmake DESTINATION ${package} COMPONENT families)
endif()
install(TARGETS retime-emulated RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT families)
if(TARGET retime)
  install(TARGETS retime RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT families)
endif()
