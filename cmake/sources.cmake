# Which file belongs where follows from its folder and its ending alone, so a new file needs no edit here.
function(sources_of result ending)
  set(found)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.${ending})
    list(APPEND found ${files})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

sources_of(engine_host_sources cpp kernels variants harness)
sources_of(engine_device_sources cu kernels variants harness)
sources_of(cuda_device_sources cu kernels/device/cuda)
sources_of(emulation_device_sources cpp kernels/device/emulation)
list(FILTER engine_host_sources EXCLUDE REGEX "/kernels/device/(cuda|emulation)/|/harness/main\\.cpp$")
list(FILTER engine_device_sources EXCLUDE REGEX "/kernels/device/(cuda|emulation)/")
if(TARGET retime::mpi)
  list(FILTER engine_host_sources EXCLUDE REGEX "/mpi_job_absent\\.cpp$")
else()
  list(FILTER engine_host_sources EXCLUDE REGEX "/mpi_job\\.cpp$")
endif()

# A family is a folder of kernels/ or variants/ that the engine has no part in.
set(family_folders "^${PROJECT_SOURCE_DIR}/(kernels/[^/]+|variants/[^/]+)/")
set(engine_folders "^${PROJECT_SOURCE_DIR}/(kernels/(device|occupancy|support)|variants/kit)/")
foreach(kind host device)
  set(family_${kind}_sources ${engine_${kind}_sources})
  list(FILTER family_${kind}_sources INCLUDE REGEX ${family_folders})
  list(FILTER family_${kind}_sources EXCLUDE REGEX ${engine_folders})
  list(REMOVE_ITEM engine_${kind}_sources ${family_${kind}_sources})
endforeach()

# CLI11 costs more to compile than all else; it is met in one folder.
set(command_line_sources ${engine_host_sources})
list(FILTER command_line_sources INCLUDE REGEX "/harness/cli/")
list(REMOVE_ITEM engine_host_sources ${command_line_sources})
set(common_headers <fmt/format.h> <nlohmann/json.hpp> <algorithm> <filesystem> <fstream> <functional> <map> <memory>
  <optional> <span> <string> <vector>)
