#include "variants/kit/captured_run.h"

#include <algorithm>

namespace retime {

void captured_run::run(device::stream& queue, const std::function<void(int, int)>& enqueue) {
  if (plan_.waits) {
    for (int step = plan_.first; step <= plan_.steps; ++step) {
      enqueue(step, step);
      queue.synchronize();
    }
    return;
  }
  if (!plan_.in_graph) return enqueue(plan_.first, plan_.steps);
  if (graphs_.empty()) capture(queue, enqueue);
  for_each_part([&](int first, int last) { graphs_.at(key_of(first, last)).launch(queue); });
}

void captured_run::capture(device::stream& queue, const std::function<void(int, int)>& enqueue) {
  for_each_part([&](int first, int last) {
    if (graphs_.contains(key_of(first, last))) return;
    graphs_.emplace(key_of(first, last),
                    device::graph::capture(queue, [&] { enqueue(first, last); }));
  });
}

void captured_run::for_each_part(const std::function<void(int, int)>& use) const {
  for (int first = plan_.first; first <= plan_.steps; first += plan_.part)
    use(first, std::min(first + plan_.part - 1, plan_.steps));
}

}  // namespace retime
