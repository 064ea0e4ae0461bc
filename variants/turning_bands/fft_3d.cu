// The traditional approach on the GPU: cuFFT.
#include "kernels/turning_bands/device_fft_field.cuh"
#include "variants/kit/with_real.h"
#include "variants/turning_bands/fft_limits.h"

namespace turning_bands::fft_3d_variant {

template <class Real>
class fft_runner final : public retime::runner<field> {
 public:
  fft_runner(const problem& given, const retime::point& tuning)
      : fields_(given, static_cast<unsigned>(tuning.integer("block"))) {}

  void reset() override { fields_.reset(); }
  void run(device::stream& queue) override { fields_.run(queue); }
  field answer() override { return fields_.collect(); }
  std::optional<retime::launch_report> launch() const override { return fields_.report(); }

 private:
  device_fft_field<Real> fields_;
};

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_for_fft(at), invalid_block(at)});
}

REGISTER_VARIANT(problem, {.id = "fft_3d",
                           .paper = {"hunger_2015", "3D FFT, cuFFT"},
                           .printed = {},
                           .base = "cpu_fft_3d",
                           .axes = {block_axis()},
                           .invalid = invalid,
                           .memory_bytes = fft_memory_bytes,
                           .work = fft_work,
                           .prepare = [](const problem& given, const retime::point& tuning) {
                             return retime::with_real(
                                 given.double_precision,
                                 [&]<class Real>() -> std::unique_ptr<retime::runner<field>> {
                                   return std::make_unique<fft_runner<Real>>(given, tuning);
                                 });
                           }});

}  // namespace turning_bands::fft_3d_variant
