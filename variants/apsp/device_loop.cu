// Ours: the paper's best kernel without the launches and the host between its levels.
#include "kernels/apsp/device_loop.cuh"
#include "variants/apsp/runner.cuh"

namespace apsp::device_loop_variant {

/// The family's axis, with the printed 1 for the printed kernels alone.
constexpr retime::static_axis<1, 4, 8> at_once{neighbours_at_once.name, 8};

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem,
                                                   const retime::point& tuning) {
  using runner = std::unique_ptr<retime::runner<distances>>;
  return at_once.dispatch(tuning, [&]<int AtOnce>() -> runner {
    return std::make_unique<search_runner<device_loop_search<AtOnce>>>(
        problem, static_cast<int>(tuning.integer("block")), 0);
  });
}

/// No level is enqueued ahead of the host, and no setting is printed.
retime::variant_form<problem> on_device(retime::variant_form<problem> search) {
  search.axes = {retime::tuning("block", {64, 128, 256, 512, 1024}, 256), at_once.axis()};
  search.printed = {};
  search.invalid = [](const retime::point& point) {
    return retime::first_of({no_histogram(point),
                             retime::outside(point, "block", {1, retime::most_threads}),
                             at_once.invalid(point)});
  };
  return search;
}

REGISTER_VARIANT(problem, {on_device(search_variant({.id = "device_loop",
                                                     .base = "k7_thread_counter",
                                                     .work = work_of,
                                                     .prepare = prepare}))});

}  // namespace apsp::device_loop_variant
