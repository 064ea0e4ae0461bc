# Libraries that both programs use; all come from Debian packages (run_all.sh names them).
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(benchmark REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost REQUIRED COMPONENTS context)
find_path(FFTW3_INCLUDE_DIR fftw3.h REQUIRED)
find_library(FFTW3_LIBRARY fftw3 REQUIRED)
find_library(FFTW3F_LIBRARY fftw3f REQUIRED)
find_library(FFTW3_OMP_LIBRARY fftw3_omp REQUIRED)  # large fields on all cores; before fftw3, which it uses

add_library(retime_host_dependencies INTERFACE)
target_include_directories(retime_host_dependencies INTERFACE ${FFTW3_INCLUDE_DIR})
target_link_libraries(retime_host_dependencies INTERFACE
  fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 benchmark::benchmark OpenMP::OpenMP_CXX
  ZLIB::ZLIB ${FFTW3_OMP_LIBRARY} ${FFTW3_LIBRARY} ${FFTW3F_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})
