// A variant for one GPU on several of them, where what it is to do is a number of like items.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "variants/form.h"
#include "variants/kit/shared_out.h"

namespace retime {

/// How a problem is shared out.
template <class Problem>
struct sharing {
  std::string axis;                                   ///< of the workload: the number of items
  std::function<std::int64_t(const Problem&)> items;  ///< their number in a problem
  std::function<Problem(const Problem&, const share&)> part;  ///< the problem of a share
  /// Adds to an answer that of the share that follows, both of the problem.
  std::function<void(typename Problem::answer&, const typename Problem::answer&, const Problem&)>
      add;
};

/// `one` with the axis `gpus`.
template <class Problem>
variant_form<Problem> shared_form(const variant_form<Problem>& one, const std::string& id,
                                  const sharing<Problem>& how) {
  using answer = typename Problem::answer;
  variant_form<Problem> made = one;
  made.id = id;
  made.base = one.id;
  made.axes.push_back(gpus_axis());
  made.gpus = gpus_of;
  made.invalid = [one](const point& at) { return first_of({one.invalid(at), too_few_gpus(at)}); };
  made.memory_bytes = [one, axis = how.axis](const point& at) {
    const std::int64_t gpus = gpus_of(at);
    point some = at;
    some.set(axis, (at.integer(axis) + gpus - 1) / gpus);
    return one.memory_bytes(some);
  };
  made.prepare = [one, how](const Problem& all, const point& at) {
    std::vector<Problem> parts;
    for (const auto& some : shares_of(how.items(all), gpus_of(at)))
      parts.push_back(how.part(all, some));
    return std::make_unique<shared_out<Problem, answer>>(
        std::move(parts), [one, at](const Problem& some) { return one.prepare(some, at); },
        [add = how.add, &all](answer& to, const answer& next) { add(to, next, all); });
  };
  return made;
}

}  // namespace retime
