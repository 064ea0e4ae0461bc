// `chosen` on several GPUs: each runs a share of the replications, whose streams are those of one
// GPU, by the launch that suits so many.
#include "variants/kit/shared_form.h"
#include "variants/replications/chosen.h"

namespace replications {
namespace {

problem part(const problem& all, const retime::share& some) {
  problem made = all;
  made.first_replication = some.first;
  made.replications = some.count;
  return made;
}

void follow(outcome& to, const outcome& next, const problem&) { append(to, next); }

}  // namespace

REGISTER_VARIANT(problem,
                 {retime::shared_form(chosen_form(), "chosen_gpus", "replications", part, follow)});

}  // namespace replications
