// Ours on several GPUs: each has a share of the lattices, which draw what they draw on one.
#include "variants/kit/shared_form.h"
#include "variants/pcpd/ours.h"

namespace pcpd::ours_gpus_variant {

problem part(const problem& all, const retime::share& some) {
  problem made = all;
  made.first_lattice = static_cast<int>(some.first);
  made.lattices = static_cast<int>(some.count);
  return made;
}

retime::variant_form<problem> form() {
  return retime::shared_form<problem>(
      ours_form(), "ours_gpus",
      {.axis = "lattices",
       .items = [](const problem& all) { return all.lattices; },
       .part = part,
       .add = [](outcome& to, const outcome& next,
                 const problem& all) { append(to, next, all.length); }});
}

REGISTER_VARIANT(problem, {form()});

}  // namespace pcpd::ours_gpus_variant
