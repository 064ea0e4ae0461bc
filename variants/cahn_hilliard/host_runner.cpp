#include "variants/cahn_hilliard/host_runner.h"

#include <cmath>
#include <limits>
#include <utility>

#include "variants/cahn_hilliard/settings.h"
#include "variants/cahn_hilliard/trace.h"

namespace cahn_hilliard {
namespace {

template <class Real>
class host_runner final : public retime::runner<field> {
 public:
  host_runner(const problem& of, host_style style, bool copy_flow)
      : problem_(of), style_(style), copy_flow_(copy_flow) {
    for (int i = 0; i < fields_held(of.method, copy_flow); ++i) fields_[i].resize(of.cells());
  }

  void reset() override {
    for (auto& cells : fields_)
      std::fill(cells.begin(), cells.end(), std::numeric_limits<Real>::quiet_NaN());
    fields_[0] = std::get<std::vector<Real>>(problem_.start);
  }
  void run(device::stream&) override { advance(problem_.steps); }
  field answer() override { return fields_[0]; }
  std::map<std::string, retime::series> trace(device::stream&) override {
    return trace_run(
        problem_, [this](std::int64_t steps) { advance(steps); }, [this] { return answer(); });
  }

 private:
  void advance(std::int64_t steps) {
    for (std::int64_t i = 0; i < steps; ++i)
      problem_.method == integrator::rk2 ? step_rk2() : step_euler();
  }

  void step_euler() {
    auto& [phi, next, unused] = fields_;
    pass(1, phi, phi, next);
    if (copy_flow_) {
      copy(next, phi);
    } else {
      std::swap(phi, next);
    }
  }

  void step_rk2() {
    auto& [phi, middle, output] = fields_;
    if (copy_flow_) {
      pass(0.5, phi, phi, output);
      copy(output, middle);
      pass(1, middle, phi, output);
      copy(output, phi);
    } else {
      pass(0.5, phi, phi, middle);
      pass(1, middle, phi, phi);
    }
  }

  void pass(double fraction, const std::vector<Real>& in, const std::vector<Real>& base,
            std::vector<Real>& out) {
    host_pass(problem_, style_, coefficients_of<Real>(problem_, fraction), in.data(), base.data(),
              out.data());
  }

  void copy(const std::vector<Real>& from, std::vector<Real>& to) {
    const auto size = std::ptrdiff_t(from.size());
#pragma omp parallel for simd if (parallel \
                                  : style_ == host_style::parallel && problem_.worth_sharing())
    for (std::ptrdiff_t i = 0; i < size; ++i) to[std::size_t(i)] = from[std::size_t(i)];
  }

  const problem& problem_;
  const host_style style_;
  const bool copy_flow_;
  std::vector<Real> fields_[3];
};

}  // namespace

std::unique_ptr<retime::runner<field>> prepare_on_host(const problem& of, const retime::point& at,
                                                       host_style style) {
  if (of.double_precision) return std::make_unique<host_runner<double>>(of, style, copies(at));
  return std::make_unique<host_runner<float>>(of, style, copies(at));
}

double host_bytes(const retime::point& at) {
  const settings s = settings_of(at);
  return fields_held(s.method, copies(at)) * std::pow(double(s.n), s.dim) *
         double(bytes_per_cell(s));
}

}  // namespace cahn_hilliard
