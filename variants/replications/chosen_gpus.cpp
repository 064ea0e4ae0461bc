// `chosen` on several GPUs: each runs a share of the replications, whose streams are those of one
// GPU, by the launch that suits so many.
#include "variants/kit/shared_out.h"
#include "variants/replications/chosen.h"

namespace replications {
namespace {

using retime::point;

std::vector<problem> parts_of(const problem& all, int gpus) {
  std::vector<problem> parts;
  for (const auto& [first, count] : retime::shares_of(all.replications, gpus)) {
    parts.push_back(all);
    parts.back().first_replication = first;
    parts.back().replications = count;
  }
  return parts;
}

retime::variant_form<problem> form() {
  const retime::variant_form<problem> one = chosen_form();
  auto made = one;
  made.id = "chosen_gpus";
  made.base = one.id;
  made.axes = {retime::gpus_axis()};
  made.gpus = retime::gpus_of;
  made.invalid = [one](const point& at) {
    return retime::first_of({one.invalid(at), retime::too_few_gpus(at)});
  };
  made.memory_bytes = [one](const point& at) {
    const std::int64_t gpus = retime::gpus_of(at);
    point part = at;
    part.set("replications", (at.integer("replications") + gpus - 1) / gpus);
    return one.memory_bytes(part);
  };
  made.prepare = [one](const problem& all, const point& at) {
    const auto part = [one](const problem& some) { return one.prepare(some, {}); };
    const auto add = [](outcome& to, outcome&& next) { append(to, next); };
    return std::make_unique<retime::shared_out<problem, outcome>>(
        parts_of(all, retime::gpus_of(at)), part, add);
  };
  return made;
}

}  // namespace

REGISTER_VARIANT(problem, {form()});

}  // namespace replications
