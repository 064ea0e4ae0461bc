// A variant for one GPU on several of them, where what it is to do is a number of like items.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "variants/form.h"
#include "variants/kit/shared_out.h"

namespace retime {

/// `one` with the axis `gpus`. The workload axis `items` counts what is shared out; part(all,
/// share) is the problem of a share, and add(to, next, all) adds the answer of the share that
/// follows.
template <class Problem, class Part, class Add>
variant_form<Problem> shared_form(const variant_form<Problem>& one, const std::string& id,
                                  const std::string& items, Part part, Add add) {
  using answer = typename Problem::answer;
  variant_form<Problem> made = one;
  made.id = id;
  made.base = one.id;
  made.axes.push_back(gpus_axis());
  made.gpus = gpus_of;
  made.invalid = [one](const point& at) { return first_of({one.invalid(at), too_few_gpus(at)}); };
  made.memory_bytes = [one, items](const point& at) {
    const std::int64_t gpus = gpus_of(at);
    point some = at;
    some.set(items, (at.integer(items) + gpus - 1) / gpus);
    return one.memory_bytes(some);
  };
  made.prepare = [one, items, part, add](const Problem& all, const point& at) {
    std::vector<Problem> parts;
    for (const auto& some : shares_of(at.integer(items), gpus_of(at)))
      parts.push_back(part(all, some));
    return std::make_unique<shared_out<Problem, answer>>(
        std::move(parts), [one, at](const Problem& some) { return one.prepare(some, at); },
        [add, &all](answer& to, answer&& next) { add(to, std::move(next), all); });
  };
  return made;
}

}  // namespace retime
