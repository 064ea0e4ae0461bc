// What the GPU variants share: fields, flow and launch. A `Pass` is a launcher of
// kernels/cahn_hilliard/*.cuh.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/cahn_hilliard/lattice.h"
#include "variants/cahn_hilliard/device_axes.h"
#include "variants/cahn_hilliard/settings.h"
#include "variants/cahn_hilliard/trace.h"

namespace cahn_hilliard {

template <class Real, template <class> class Pass>
class device_runner final : public retime::runner<field> {
 public:
  device_runner(const problem& of, const retime::point& at)
      : problem_(of),
        copy_flow_(copies(at)),
        by_graph_(at.text("launch") == "graph"),
        half_(coefficients_of<Real>(of, 0.5)),
        whole_(coefficients_of<Real>(of, 1)),
        pass_(plan_of(of, at)) {
    const int rows = of.dim == 3 ? of.n * of.n : of.n;
    for (int i = 0; i < fields_held(of.method, copy_flow_); ++i) {
      fields_.emplace_back(lattice_of<Real>(of.n, of.edge), rows);
    }
    if constexpr (requires { pass_.bind(fields_); }) pass_.bind(fields_);
    phi_ = &fields_[0];
    other_ = &fields_[1];
  }

  void reset() override {
    for (auto& cells : fields_) cells.poison();
    phi_ = &fields_[0];
    other_ = &fields_[1];
    phi_->upload(std::get<std::vector<Real>>(problem_.start));
  }

  void run(device::stream& queue) override {
    if (by_graph_) {
      run_graphs(queue);
    } else {
      advance(queue, problem_.steps);
    }
  }

  field answer() override { return phi_->download(); }

  std::map<std::string, retime::series> trace(device::stream& queue) override {
    const auto advance_by = [&](std::int64_t steps) { advance(queue, steps); };
    const auto now = [&] {
      queue.synchronize();
      return answer();
    };
    return trace_run(problem_, advance_by, now);
  }

  std::optional<retime::launch_report> launch() const override {
    return pass_.describe(problem_.method == integrator::rk2);
  }

 private:
  static pass_plan plan_of(const problem& of, const retime::point& at) {
    return {lattice_of<Real>(of.n, of.edge),
            {unsigned(at.integer("block_x")), unsigned(at.integer("block_y"))},
            at.has("cells_per_thread") ? int(at.integer("cells_per_thread")) : 1};
  }

  void advance(device::stream& queue, std::int64_t steps) {
    for (std::int64_t i = 0; i < steps; ++i)
      problem_.method == integrator::rk2 ? step_rk2(queue) : step_euler(queue);
  }

  void step_euler(device::stream& queue) {
    pass_(queue, whole_, *phi_, *phi_, *other_);
    if (copy_flow_) {
      phi_->copy_from(*other_, queue);
    } else {
      std::swap(phi_, other_);
    }
  }

  void step_rk2(device::stream& queue) {
    if (copy_flow_) {
      device_field<Real>& output = fields_[2];
      pass_(queue, half_, *phi_, *phi_, output);
      other_->copy_from(output, queue);
      pass_(queue, whole_, *other_, *phi_, output);
      phi_->copy_from(output, queue);
    } else {
      pass_(queue, half_, *phi_, *phi_, *other_);
      pass_(queue, whole_, *other_, *phi_, *phi_);
    }
  }

  /// Long runs replay one graph of steps_per_graph steps, an even number so that swapped fields are
  /// back in place.
  void run_graphs(device::stream& queue) {
    if (!graphs_made_) make_graphs(queue);
    for (std::int64_t i = 0; i < problem_.steps / steps_per_graph; ++i) chunk_->launch(queue);
    if (rest_) rest_->launch(queue);
    if (swaps_ && problem_.steps % 2 != 0) std::swap(phi_, other_);
  }

  void make_graphs(device::stream& queue) {
    const auto capture = [&](std::int64_t steps) {
      auto* const phi = phi_;
      auto* const other = other_;
      auto made = device::graph::capture(queue, [&] { advance(queue, steps); });
      phi_ = phi;
      other_ = other;
      return made;
    };
    if (problem_.steps >= steps_per_graph) chunk_.emplace(capture(steps_per_graph));
    if (problem_.steps % steps_per_graph != 0)
      rest_.emplace(capture(problem_.steps % steps_per_graph));
    graphs_made_ = true;
  }

  static constexpr std::int64_t steps_per_graph = 64;

  const problem& problem_;
  const bool copy_flow_, by_graph_;
  const bool swaps_ = !copy_flow_ && problem_.method == integrator::euler;
  const coefficients<Real> half_, whole_;
  Pass<Real> pass_;
  std::vector<device_field<Real>> fields_;
  device_field<Real>*phi_, *other_;
  bool graphs_made_ = false;
  std::optional<device::graph> chunk_, rest_;
};

template <template <class> class Pass>
std::unique_ptr<retime::runner<field>> prepare_on_device(const problem& of,
                                                         const retime::point& at) {
  if (of.double_precision) return std::make_unique<device_runner<double, Pass>>(of, at);
  return std::make_unique<device_runner<float, Pass>>(of, at);
}

}  // namespace cahn_hilliard
