// The form by which a model introduces itself, and models as the variants see them.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/replications/problem.h"
#include "variants/form.h"

namespace replications {

using runner = std::unique_ptr<retime::runner<outcome>>;

/// Introduces a model as kernels/replications/model.h describes one.
template <class Model>
struct model_form {
  std::string id;
  std::string item;  ///< "point", "client", ...
  /// What the model takes besides the number of replications, the generator and the seed. The first
  /// is the number of items, and always in the key.
  std::vector<retime::workload_axis> axes;
  /// retime::bad_input for what does not make sense: one clear line.
  std::function<typename Model::parameters(const retime::point&)> parameters;
  /// The results lie from 0 to this.
  std::function<double(const typename Model::parameters&)> most;
  /// What results may differ by on another device, relative to the largest: 0 if they are whole.
  double tolerance = 0;
  /// More than the means and their intervals.
  std::function<void(const typename Model::parameters&, const outcome&, retime::observables&)>
      observe = [](auto&&...) {};
};

/// A model, its types erased.
struct erased_model {
  std::string id, item;
  std::vector<std::string> quantities;
  std::vector<retime::workload_axis> axes;
  double tolerance = 0;
  int words_per_item = 1;
  bool is_sequential = false, is_divisible = false;  ///< kernels/replications/model.h
  std::function<std::any(const retime::point&)> parameters;
  std::function<int(const std::any&)> items;
  std::function<double(const std::any&)> most;
  std::function<void(const problem&, const outcome&, retime::observables&)> observe;
  std::function<outcome(const problem&, std::vector<std::int64_t>, bool parallel)> run_on_host;
  std::function<runner(const problem&, const retime::point&)> wlp, tlp, in_block;
};

/// All models, ordered by id.
const std::vector<erased_model>& models();
const erased_model& model_of(const problem&);
const erased_model& model_of(const retime::point&);

/// Used by REGISTER_MODEL, models.cuh.
bool add(erased_model);

}  // namespace replications
