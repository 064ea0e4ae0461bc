#include "harness/cli/user_file.h"

#include "harness/cli/bad_input.h"
#include "kernels/input/user_file.h"

namespace retime {

void require_file(const std::string& path) {
  try {
    input::require_file(path);
  } catch (const std::invalid_argument& problem) {
    throw bad_input(problem.what());
  }
}

}  // namespace retime
