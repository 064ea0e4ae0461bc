// Kernel C: texture memory, over an array as in the paper's time, or over the fields as they lie.
#include "kernels/cahn_hilliard/step_3d.cuh"
#include "kernels/cahn_hilliard/texture_2d.cuh"
#include "variants/cahn_hilliard/parameters.h"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard::c_texture_variant {

/// The inputs of Figs 2 and 3 as arrays, which copies fill; passes write the output, the last
/// field, which is linear memory.
template <class Real>
class fields_in_arrays {
 public:
  fields_in_arrays(const problem& problem, int count, const retime::point& tuning)
      : start_(std::get<std::vector<Real>>(problem.start)),
        half_(coefficients_of<Real>(problem, 0.5)),
        whole_(coefficients_of<Real>(problem, 1)),
        plan_(plan_of<Real>(problem, tuning)),
        output_(plan_.shape, problem.rows()) {
    const auto n = static_cast<std::size_t>(problem.n);
    for (int i = 1; i < count; ++i)
      inputs_.push_back(device::texture<Real>::array(n, n, beyond(problem.edge)));
  }

  void reset() {
    device::stream queue;
    output_.poison();
    for (auto& each : inputs_) output_.copy_to(each, queue);
    output_.upload(start_);
    output_.copy_to(inputs_[0], queue);
    queue.synchronize();
    output_.poison();
  }
  void pass(device::stream& queue, double fraction, int in, int base, int) {
    const float per_cell = 1.0f / static_cast<float>(plan_.shape.n);
    device::launch(queue, kernel(in != base), shape(), inputs_[in].object(), inputs_[base].object(),
                   output_.view(), plan_.shape, per_cell, fraction == 1 ? whole_ : half_);
  }
  void copy(device::stream& queue, int, int target) { output_.copy_to(inputs_[target], queue); }
  field read(int place) const {
    device_field<Real> copied(plan_.shape, plan_.shape.n);
    copied.poison();  // after all work before it
    device::stream queue;
    copied.copy_from(inputs_[place], queue);
    queue.synchronize();
    return copied.download();
  }
  device::launch_report report(bool midpoint) const {
    return device::describe("texture_step_2d", kernel(midpoint), shape());
  }

 private:
  static auto kernel(bool midpoint) {
    using base = device::texture_object;
    return midpoint ? texture_step_2d<Real, base, true> : texture_step_2d<Real, base, false>;
  }
  device::launch_shape shape() const { return texture_2d<Real>::shape(plan_); }

  const std::vector<Real>& start_;
  coefficients<Real> half_, whole_;
  pass_plan plan_;
  std::vector<device::texture<Real>> inputs_;
  device_field<Real> output_;
};

bool in_arrays(const retime::point& point) { return point.text("texture") == "array"; }

retime::reason invalid_texture(const retime::point& point) {
  if (in_arrays(point)) {
    if (point.integer("dim") == 3) return "texture=array, dim=3: in 3-D texture=linear";
    if (!copies(point))
      return "texture=array, flow=swap: a pass writes no array; give flow=copy or texture=linear";
    return std::nullopt;
  }
  const settings s = settings_of(point);
  const lattice l =
      s.double_precision ? lattice_of<double>(s.n, s.edge) : lattice_of<float>(s.n, s.edge);
  if (s.dim == 3 && l.row(0, s.n) > most_linear_texels) {
    return "n=" + std::to_string(s.n) + ", dim=3: more than the 2^27 texels of a linear texture";
  }
  return std::nullopt;
}

retime::reason invalid(const retime::point& point) {
  return retime::first_of(
      {invalid_update(point), retime::invalid_rectangle(point), invalid_texture(point)});
}

runner prepare(const problem& problem, const retime::point& tuning) {
  if (in_arrays(tuning)) {
    return retime::with_real(problem.double_precision, [&]<class Real>() {
      return make_runner<fields_in_arrays<Real>>(problem, tuning);
    });
  }
  if (problem.dim == 3) return prepare_on_device<texture_3d>(problem, tuning);
  return prepare_on_device<texture_2d>(problem, tuning);
}

std::vector<retime::tuning_axis> axes() {
  auto axes = device_axes();
  axes.push_back(retime::tuning("texture", {"linear", "array"}));
  return axes;
}

REGISTER_VARIANT(problem,
                 {.id = "c_texture",
                  .paper = {"leist_2009", "Kernel C"},
                  .printed = {{"flow", "copy"}, {"launch", "stream"}, {"texture", "array"}},
                  .base = "cpu_serial",
                  .axes = axes(),
                  .invalid = invalid,
                  .memory_bytes = device_bytes,
                  .work = work_of,
                  .prepare = prepare});

}  // namespace cahn_hilliard::c_texture_variant
