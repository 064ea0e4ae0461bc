// What launchers say in the environment: Open MPI's mpirun, those that speak PMIx (srun, prun) and
// those that speak PMI (MPICH's, srun --mpi=pmi2).
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "harness/sweep/ranks/mpi_job.h"
#include "kernels/device/properties.h"

namespace retime::sweep::ranks {
namespace {

constexpr const char* gpus_passed_on = "RETIME_GPUS";

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

void pass_on_gpus(int count) { setenv(gpus_passed_on, std::to_string(count).c_str(), 1); }

int gpus_here() {
  const int passed_on = number_of({gpus_passed_on}, -1);
  return passed_on >= 0 ? passed_on : device::count();
}

}  // namespace retime::sweep::ranks
