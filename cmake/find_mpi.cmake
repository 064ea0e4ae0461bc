# retime::mpi, where MPI is found: the C interface alone, whose library is the same for every compiler of C++.
enable_language(C)
find_package(MPI QUIET COMPONENTS C)
if(MPI_C_FOUND AND NOT TARGET retime::mpi)
  add_library(retime::mpi INTERFACE IMPORTED GLOBAL)
  target_include_directories(retime::mpi SYSTEM INTERFACE ${MPI_C_INCLUDE_DIRS})
  target_link_libraries(retime::mpi INTERFACE ${MPI_C_LIBRARIES})
endif()
