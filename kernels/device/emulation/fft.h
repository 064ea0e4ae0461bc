// FFTs by FFTW. What a transform may destroy it does destroy: all bits of its input are set
// afterwards.
#pragma once

#include <omp.h>

#include <cstddef>

#include "kernels/device/backend.h"
#include "kernels/device/complex.h"
#include "kernels/device/emulation/device_heap.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"
#include "kernels/device/fft_shape.h"
#include "kernels/support/fftw.h"

namespace device::backend {

template <class Real>
class fft_plan {
  using fftw = retime::fftw<Real>;
  using number = typename fftw::number;

 public:
  fft_plan(const fft_shape& shape, fft_direction direction)
      : shape_(shape), direction_(direction), plan_(threads_for(shape), [&] { return planned(); }) {
    if (plan_.get() == nullptr) throw error(shape.text() + ": FFTW has no plan for this");
  }

  void run(stream_state& queue, complex<Real>* modes, Real* reals) {
    if (device_ != queue.device)
      throw error("a plan of device " + std::to_string(device_) + " in a stream of device " +
                  std::to_string(queue.device));
    emulation::require_memory_of(queue.device, modes, "an FFT");
    emulation::require_memory_of(queue.device, reals, "an FFT");
    queue.enqueue([this, modes, reals] {
      auto* numbers = reinterpret_cast<number*>(modes);
      if (direction_ == fft_direction::to_reals) {
        fftw::to_reals(plan_.get(), numbers, reals);
        poison(modes, shape_.modes() * sizeof(number));
        emulation::mark(reals, shape_.reals() * sizeof(Real), emulation::written);
      } else {
        fftw::to_modes(plan_.get(), reals, numbers);
        poison(reals, shape_.reals() * sizeof(Real));
        emulation::mark(modes, shape_.modes() * sizeof(number), emulation::written);
      }
    });
  }

  std::size_t workspace_bytes() const { return 0; }

 private:
  /// All cores for a large cube.
  static int threads_for(const fft_shape& shape) {
    const bool is_large = shape.batch == 1 && shape.reals() > std::size_t{1} << 18;
    return is_large ? omp_get_max_threads() : 1;
  }

  typename fftw::plan planned() const {
    // An estimate looks at nothing but where they begin; buffers begin so too.
    alignas(256) number modes[1]{};
    alignas(256) Real reals[1]{};
    const int length = shape_.extent[2];  // only lines come in batches
    constexpr unsigned how = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;
    return direction_ == fft_direction::to_reals
               ? fftw::plan_to_reals(3, shape_.extent.data(), shape_.batch, modes, nullptr, 1,
                                     length / 2 + 1, reals, nullptr, 1, length, how)
               : fftw::plan_to_modes(3, shape_.extent.data(), shape_.batch, reals, nullptr, 1,
                                     length, modes, nullptr, 1, length / 2 + 1, how);
  }

  const int device_ = emulation::current_device;
  fft_shape shape_;
  fft_direction direction_;
  retime::owned_fftw_plan<Real> plan_;
};

}  // namespace device::backend
