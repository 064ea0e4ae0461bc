// A model's file ends with REGISTER_MODEL(Model, {form}); nothing else has to be edited.
#pragma once

#include "kernels/replications/reference.h"
#include "variants/replications/runner.cuh"

namespace replications {

template <model Model>
erased_model erase(model_form<Model> form) {
  using parameters = typename Model::parameters;
  const auto own = [](const std::any& erased) -> const parameters& {
    return std::any_cast<const parameters&>(erased);
  };
  form.axes.front().always_in_key = true;
  return {
      .id = form.id,
      .item = form.item,
      .quantities = {std::begin(Model::quantities), std::end(Model::quantities)},
      .axes = form.axes,
      .tolerance = form.tolerance,
      .words_per_item = Model::words_per_item,
      .is_sequential = sequential_model<Model>,
      .is_divisible = divisible_model<Model>,
      .parameters = form.parameters,
      .items = [own](const std::any& erased) { return Model::items(own(erased)); },
      .most = [own, most = form.most](const std::any& erased) { return most(own(erased)); },
      .observe = [own, observe = form.observe](
                     const problem& problem, const outcome& run,
                     retime::observables& seen) { observe(own(problem.parameters), run, seen); },
      .run_on_host = run_on_host<Model>,
      .wlp = make_wlp<Model>,
      .tlp = make_tlp<Model>,
      .in_block = make_in_block<Model>};
}

}  // namespace replications

/// The last statement of variants/replications/models/<model>.cu.
#define REGISTER_MODEL(MODEL, ...)                                      \
  [[maybe_unused]] static const bool RETIME_JOIN(added_, __COUNTER__) = \
      replications::add(replications::erase(replications::model_form<MODEL> __VA_ARGS__))
