// The job of a program that was built where MPI was not found.
#include "harness/sweep/ranks/mpi_job.h"
#include "kernels/support/bad_input.h"

namespace retime::sweep::ranks {

struct mpi_job::state {};

mpi_job::mpi_job() {
  throw bad_input(
      "several ranks: this program was built without MPI; install openmpi-bin and "
      "libopenmpi-dev, or name yours to CMake by MPI_HOME, and build again");
}
mpi_job::~mpi_job() = default;
int mpi_job::rank() const { return 0; }
int mpi_job::size() const { return 1; }
void mpi_job::send(int, const nlohmann::json&) {}
std::optional<message> mpi_job::receive() { return std::nullopt; }
void mpi_job::give_up(int) {}

std::string mpi_version() { return ""; }

}  // namespace retime::sweep::ranks
