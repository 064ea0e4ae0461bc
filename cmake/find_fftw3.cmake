# retime::fftw3, which Debian packages without a CMake package; the families use it.
find_path(FFTW3_INCLUDE_DIR fftw3.h REQUIRED)
find_library(FFTW3_LIBRARY fftw3 REQUIRED)
find_library(FFTW3F_LIBRARY fftw3f REQUIRED)
# Large fields on all cores; before fftw3 and fftw3f, which they use.
find_library(FFTW3_OMP_LIBRARY fftw3_omp REQUIRED)
find_library(FFTW3F_OMP_LIBRARY fftw3f_omp REQUIRED)
if(NOT TARGET retime::fftw3)
  add_library(retime::fftw3 INTERFACE IMPORTED GLOBAL)
  target_include_directories(retime::fftw3 INTERFACE ${FFTW3_INCLUDE_DIR})
  target_link_libraries(retime::fftw3 INTERFACE
    ${FFTW3_OMP_LIBRARY} ${FFTW3_LIBRARY} ${FFTW3F_OMP_LIBRARY} ${FFTW3F_LIBRARY})
endif()
