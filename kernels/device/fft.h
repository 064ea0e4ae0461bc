// FFTs of reals: cuFFT, in emulation FFTW. Include it where it is used; what does is linked with
// CUDA::cufft or retime::fftw3, as the families are.
#pragma once

#include <cstddef>
#include <memory>

#include "kernels/device/buffer.h"
#include "kernels/device/complex.h"
#include "kernels/device/fft_shape.h"
#include "kernels/device/stream.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/fft.h"
#else
#include "kernels/device/emulation/fft.h"
#endif

namespace device {

/// Transforms between reals and the half of their modes that is not the conjugate of the other,
/// unnormalised: there and back multiplies by the number of reals. Real: float or double. All
/// functions throw device::error, for lack of memory out_of_memory.
///
/// Each direction has a plan, made when it is first wanted. A graph that recorded a transform needs
/// the plan, so this object must live as long.
template <class Real>
class real_fft {
 public:
  /// `batch` transforms of `length` reals, or length / 2 + 1 modes, each after the other.
  static real_fft lines(int length, int batch) { return real_fft({{1, 1, length}, batch}); }
  /// One transform over nx x ny x nz reals, z fastest; nx x ny x (nz / 2 + 1) modes.
  static real_fft cube(int nx, int ny, int nz) { return real_fft({{nx, ny, nz}, 1}); }

  /// series[n] = sum over all modes k of spectrum[k] exp(+2 pi i k n / length), along each axis.
  /// Modes that are their own conjugates (0, and length / 2 of an even length) must be real, and
  /// in a cube those of the planes k_z = 0 and nz / 2 conjugate in pairs: what else is there may
  /// count or not. Destroys the spectrum.
  void inverse(stream& queue, buffer<complex<Real>>& spectrum, buffer<Real>& series) {
    shape_.check_sizes(spectrum.size(), series.size());
    plan_for(queue, inverse_, fft_direction::to_reals)
        .run(queue.state(), spectrum.data(), series.data());
  }
  /// spectrum[k] = sum over n of series[n] exp(-2 pi i k n / length), along each axis. Destroys the
  /// series.
  void forward(stream& queue, buffer<Real>& series, buffer<complex<Real>>& spectrum) {
    shape_.check_sizes(spectrum.size(), series.size());
    plan_for(queue, forward_, fft_direction::to_modes)
        .run(queue.state(), spectrum.data(), series.data());
  }

  /// Make the plan, which costs time and memory, where neither is measured. While a graph records
  /// the stream no plan can be made.
  void prepare_inverse() { prepare(inverse_, fft_direction::to_reals); }
  void prepare_forward() { prepare(forward_, fft_direction::to_modes); }

  /// Device memory that the plans made so far work in; none in emulation.
  std::size_t workspace_bytes() const {
    return (inverse_ ? inverse_->workspace_bytes() : 0) +
           (forward_ ? forward_->workspace_bytes() : 0);
  }

 private:
  using plan = std::unique_ptr<backend::fft_plan<Real>>;

  explicit real_fft(const fft_shape& shape) : shape_(shape) { shape.check(); }

  void prepare(plan& wanted, fft_direction direction) {
    if (!wanted) wanted = std::make_unique<backend::fft_plan<Real>>(shape_, direction);
  }
  backend::fft_plan<Real>& plan_for(stream& queue, plan& wanted, fft_direction direction) {
    if (!wanted && backend::is_recorded(queue.state()))
      throw error(shape_.text() + ": prepare the direction before a graph records it");
    prepare(wanted, direction);
    return *wanted;
  }

  fft_shape shape_;
  plan inverse_, forward_;
};

}  // namespace device
