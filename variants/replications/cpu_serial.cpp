// The replications one after the other on one core.
#include "variants/replications/on_host.h"

namespace replications {
namespace {

retime::variant_form<problem> form() {
  auto made = on_host("cpu_serial", false, 3e9);
  made.paper = {"passerat_2011", "CPU"};
  return made;
}

}  // namespace

REGISTER_VARIANT(problem, {form()});

}  // namespace replications
