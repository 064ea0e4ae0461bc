// What launchers say in the environment: Open MPI's mpirun, those that speak PMIx (srun, prun) and
// those that speak PMI (MPICH's, srun --mpi=pmi2).
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "harness/ranks/mpi_job.h"

namespace retime::ranks {
namespace {

int number_of(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names) {
    const char* text = std::getenv(name);
    if (text == nullptr) continue;
    const std::string_view digits = text;
    int value = 0;
    if (std::from_chars(digits.begin(), digits.end(), value).ec == std::errc{}) return value;
  }
  return otherwise;
}

}  // namespace

bool is_launched() {
  if (std::getenv("PMIX_RANK") == nullptr && std::getenv("PMI_RANK") == nullptr) return false;
  return number_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1) > 1;
}

bool is_launched_beside_others() {
  return is_launched() && number_of({"PMIX_RANK", "PMI_RANK"}, 0) > 0;
}

}  // namespace retime::ranks
