// The replications one after the other on one core.
#include "variants/replications/on_host.h"

namespace replications::cpu_serial_variant {

retime::variant_form<problem> form() {
  auto made = on_host("cpu_serial", false, 3e9);
  made.paper = {"passerat_2011", "CPU"};
  return made;
}

REGISTER_VARIANT(problem, {form()});

}  // namespace replications::cpu_serial_variant
