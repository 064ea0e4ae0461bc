// FFTs by FFTW. What a transform may destroy it does destroy: all bits of its input are set
// afterwards.
#pragma once

#include <fftw3.h>
#include <omp.h>

#include <cstddef>
#include <cstring>
#include <mutex>

#include "kernels/device/complex.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"
#include "kernels/device/fft_shape.h"

namespace device::emulation {

inline std::mutex fftw_planning;  ///< one thread at a time may plan

/// FFTW's functions, which have other names for each type.
template <class Real>
struct fftw;
template <>
struct fftw<double> {
  using plan = fftw_plan;
  using number = fftw_complex;
  static constexpr auto init_threads = fftw_init_threads;
  static constexpr auto plan_with_nthreads = fftw_plan_with_nthreads;
  static constexpr auto plan_to_reals = fftw_plan_many_dft_c2r;
  static constexpr auto plan_to_modes = fftw_plan_many_dft_r2c;
  static constexpr auto to_reals = fftw_execute_dft_c2r;
  static constexpr auto to_modes = fftw_execute_dft_r2c;
  static constexpr auto destroy_plan = fftw_destroy_plan;
};
template <>
struct fftw<float> {
  using plan = fftwf_plan;
  using number = fftwf_complex;
  static constexpr auto init_threads = fftwf_init_threads;
  static constexpr auto plan_with_nthreads = fftwf_plan_with_nthreads;
  static constexpr auto plan_to_reals = fftwf_plan_many_dft_c2r;
  static constexpr auto plan_to_modes = fftwf_plan_many_dft_r2c;
  static constexpr auto to_reals = fftwf_execute_dft_c2r;
  static constexpr auto to_modes = fftwf_execute_dft_r2c;
  static constexpr auto destroy_plan = fftwf_destroy_plan;
};

/// Before a plan is made: on all cores for a large cube.
template <class Real>
void share_fft(const fft_shape& shape) {
  static const int threads_ready = fftw<Real>::init_threads();
  const bool is_large = shape.batch == 1 && shape.reals() > std::size_t{1} << 18;
  if (threads_ready != 0) fftw<Real>::plan_with_nthreads(is_large ? omp_get_max_threads() : 1);
}

}  // namespace device::emulation

namespace device::backend {

inline bool is_recorded(stream_state& queue) { return queue.recording != nullptr; }

template <class Real>
class fft_plan {
  using fftw = emulation::fftw<Real>;
  using number = typename fftw::number;

 public:
  fft_plan(const fft_shape& shape, fft_direction direction) : shape_(shape), direction_(direction) {
    // An estimate looks at nothing but where they begin; buffers begin so too.
    alignas(256) number modes[1]{};
    alignas(256) Real reals[1]{};
    const int length = shape.extent[2];  // only lines come in batches
    constexpr unsigned how = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;
    const std::lock_guard lock(emulation::fftw_planning);
    emulation::share_fft<Real>(shape);
    plan_ = direction == fft_direction::to_reals
                ? fftw::plan_to_reals(3, shape.extent.data(), shape.batch, modes, nullptr, 1,
                                      length / 2 + 1, reals, nullptr, 1, length, how)
                : fftw::plan_to_modes(3, shape.extent.data(), shape.batch, reals, nullptr, 1,
                                      length, modes, nullptr, 1, length / 2 + 1, how);
    if (plan_ == nullptr) throw error(shape.text() + ": FFTW has no plan for this");
  }
  fft_plan(const fft_plan&) = delete;
  fft_plan& operator=(const fft_plan&) = delete;
  ~fft_plan() {
    const std::lock_guard lock(emulation::fftw_planning);
    fftw::destroy_plan(plan_);
  }

  void run(stream_state& queue, complex<Real>* modes, Real* reals) {
    queue.enqueue([this, modes, reals] {
      auto* numbers = reinterpret_cast<number*>(modes);
      if (direction_ == fft_direction::to_reals) {
        fftw::to_reals(plan_, numbers, reals);
        std::memset(numbers, 0xff, shape_.modes() * sizeof(number));
      } else {
        fftw::to_modes(plan_, reals, numbers);
        std::memset(reals, 0xff, shape_.reals() * sizeof(Real));
      }
    });
  }

  std::size_t workspace_bytes() const { return 0; }

 private:
  fft_shape shape_;
  fft_direction direction_;
  typename fftw::plan plan_ = nullptr;
};

}  // namespace device::backend
