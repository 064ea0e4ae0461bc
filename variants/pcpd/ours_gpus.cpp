// Ours on several GPUs: each has a share of the lattices, which draw what they draw on one.
#include "variants/kit/shared_out.h"
#include "variants/pcpd/ours.h"

namespace pcpd {
namespace {

using retime::point;

std::vector<problem> parts_of(const problem& all, int gpus) {
  std::vector<problem> parts;
  for (const auto& [first, count] : retime::shares_of(all.lattices, gpus)) {
    parts.push_back(all);
    parts.back().first_lattice = static_cast<int>(first);
    parts.back().lattices = static_cast<int>(count);
  }
  return parts;
}

retime::variant_form<problem> form() {
  const retime::variant_form<problem> one = ours_form();
  auto made = one;
  made.id = "ours_gpus";
  made.base = one.id;
  made.axes.push_back(retime::gpus_axis());
  made.gpus = retime::gpus_of;
  made.invalid = [one](const point& at) {
    return retime::first_of({one.invalid(at), retime::too_few_gpus(at)});
  };
  made.memory_bytes = [one](const point& at) {
    const std::int64_t gpus = retime::gpus_of(at);
    point part = at;
    part.set("lattices", (at.integer("lattices") + gpus - 1) / gpus);
    return one.memory_bytes(part);
  };
  made.prepare = [one](const problem& all, const point& at) {
    const auto part = [one, at](const problem& some) { return one.prepare(some, at); };
    const auto add = [length = all.length](outcome& to, outcome&& next) {
      append(to, next, length);
    };
    return std::make_unique<retime::shared_out<problem, outcome>>(
        parts_of(all, retime::gpus_of(at)), part, add);
  };
  return made;
}

}  // namespace

REGISTER_VARIANT(problem, {form()});

}  // namespace pcpd
