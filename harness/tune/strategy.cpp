#include "harness/tune/strategy.h"

#include "kernels/support/bad_input.h"

namespace retime::tune {

const strategy_form& strategy_named(const std::string& id) {
  if (const auto* form = forms<strategy_form>::find(id)) return *form;
  throw bad_input("strategy '" + id + "' is none of " + forms<strategy_form>::ids());
}

}  // namespace retime::tune
