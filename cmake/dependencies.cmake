# Libraries from Debian packages (run_all.sh names them). What an installed engine still needs stands in
# retime-config.cmake again.
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(benchmark REQUIRED)
find_package(ZLIB REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(Boost CONFIG REQUIRED COMPONENTS context)
include(cmake/find_re2.cmake)
if(RETIME_MPI)
  include(cmake/find_mpi.cmake)
endif()
if(NOT TARGET retime::mpi)
  message(STATUS "No MPI found: programs measure on one GPU at a time")
endif()
set(engine_dependencies fmt::fmt benchmark::benchmark retime::re2 OpenMP::OpenMP_CXX ZLIB::ZLIB LibLZMA::LibLZMA Threads::Threads
  $<TARGET_NAME_IF_EXISTS:retime::mpi>
  ${CMAKE_DL_LIBS}
  $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:CLI11::CLI11>)
if(RETIME_FAMILIES)
  include(cmake/find_fftw3.cmake)
  set(family_dependencies retime::fftw3 OpenMP::OpenMP_CXX)
endif()
