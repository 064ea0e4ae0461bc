// Ours on several GPUs: each has a share of the lattices, which draw what they draw on one.
#include "variants/kit/shared_form.h"
#include "variants/pcpd/ours.h"

namespace pcpd::ours_gpus_variant {

problem part(const problem& all, const retime::share& share) {
  problem part = all;
  part.first_lattice = static_cast<int>(share.first);
  part.lattices = static_cast<int>(share.count);
  return part;
}

REGISTER_VARIANT(problem, {retime::shared_form<problem>(
                              ours_form(), "ours_gpus",
                              {.axis = "lattices",
                               .items = [](const problem& all) { return all.lattices; },
                               .part = part,
                               .add = [](outcome& run, const outcome& next,
                                         const problem& all) { append(run, next, all.length); }})});

}  // namespace pcpd::ours_gpus_variant
