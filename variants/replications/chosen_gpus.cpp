// `chosen` on several GPUs: each runs a share of the replications, whose streams are those of one
// GPU, by the launch that suits so many.
#include "variants/kit/shared_form.h"
#include "variants/replications/chosen.h"

namespace replications::chosen_gpus_variant {

problem part(const problem& all, const retime::share& share) {
  problem part = all;
  part.first_replication = share.first;
  part.replications = share.count;
  return part;
}

REGISTER_VARIANT(problem, {retime::shared_form<problem>(
                              chosen_form(), "chosen_gpus",
                              {.axis = "replications",
                               .items = [](const problem& all) { return all.replications; },
                               .part = part,
                               .add = [](outcome& all, const outcome& next,
                                         const problem&) { append(all, next); }})});

}  // namespace replications::chosen_gpus_variant
