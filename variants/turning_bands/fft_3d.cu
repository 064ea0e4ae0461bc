// The traditional approach on the GPU: cuFFT.
#include "kernels/device/fft.h"
#include "kernels/turning_bands/field_modes.cuh"
#include "variants/kit/with_real.h"
#include "variants/turning_bands/axes.h"

namespace turning_bands::fft_3d_variant {

template <class Real>
class fft_runner final : public retime::runner<field> {
 public:
  fft_runner(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        threads_(static_cast<unsigned>(tuning.integer("block"))),
        fft_(device::real_fft<Real>::cube(problem.mesh.x, problem.mesh.y, problem.mesh.z)),
        spectrum_(problem.spectrum.values),
        modes_(half_modes(problem.mesh)),
        values_(problem.mesh.cells()) {
    fft_.prepare_inverse();
  }

  void reset() override { values_.poison(); }
  void run(device::stream& queue) override {
    const target_spectrum& s = problem_.spectrum;
    const log_spectrum<device::span<const double>> on_device{s.first, s.step, s.at_zero,
                                                             std::as_const(spectrum_).view()};
    device::launch(queue, fill_field_modes<Real>, shape(), modes_.view(), problem_.mesh, on_device,
                   problem_.seed);
    fft_.inverse(queue, modes_, values_);
  }
  field answer() override { return {.values = values_.to_host(), .by = method::fft}; }
  std::optional<retime::launch_report> launch() const override {
    return device::describe("fill_field_modes", fill_field_modes<Real>, shape());
  }

 private:
  device::launch_shape shape() const {
    const auto blocks = static_cast<unsigned>((modes_.size() + threads_ - 1) / threads_);
    return {.grid = dim3(blocks), .block = dim3(threads_)};
  }

  const problem& problem_;
  unsigned threads_;
  device::real_fft<Real> fft_;
  device::buffer<double> spectrum_;
  device::buffer<device::complex<Real>> modes_;
  device::buffer<Real> values_;
};

retime::reason invalid(const retime::point& point) {
  return retime::first_of({not_for_fft(point), invalid_block(point)});
}

REGISTER_VARIANT(problem, {.id = "fft_3d",
                           .paper = {"hunger_2015", "3D FFT, cuFFT"},
                           .printed = {},
                           .base = "cpu_fft_3d",
                           .axes = {block_axis()},
                           .invalid = invalid,
                           .memory_bytes = fft_memory_bytes,
                           .work = fft_work,
                           .prepare = [](const problem& problem, const retime::point& tuning) {
                             return retime::with_real(
                                 problem.double_precision,
                                 [&]<class Real>() -> std::unique_ptr<retime::runner<field>> {
                                   return std::make_unique<fft_runner<Real>>(problem, tuning);
                                 });
                           }});

}  // namespace turning_bands::fft_3d_variant
