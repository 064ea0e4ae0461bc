// Ours: the replications on all cores, which is what a user of a CPU would do.
#include "variants/replications/on_host.h"

namespace replications::cpu_parallel_variant {

retime::variant_form<problem> form() {
  auto made = on_host("cpu_parallel", true, 3e10);
  made.base = "cpu_serial";
  return made;
}

REGISTER_VARIANT(problem, {form()});

}  // namespace replications::cpu_parallel_variant
