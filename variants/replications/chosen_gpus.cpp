// `chosen` on several GPUs: each runs a share of the replications, whose streams are those of one
// GPU, by the launch that suits so many.
#include "variants/kit/shared_form.h"
#include "variants/replications/chosen.h"

namespace replications::chosen_gpus_variant {

problem part(const problem& all, const retime::share& some) {
  problem made = all;
  made.first_replication = some.first;
  made.replications = some.count;
  return made;
}

retime::variant_form<problem> form() {
  return retime::shared_form<problem>(
      chosen_form(), "chosen_gpus",
      {.axis = "replications",
       .items = [](const problem& all) { return all.replications; },
       .part = part,
       .add = [](outcome& to, const outcome& next, const problem&) { append(to, next); }});
}

REGISTER_VARIANT(problem, {form()});

}  // namespace replications::chosen_gpus_variant
