// FFTW's functions by precision, and its planner, of which the program has one for each.
#pragma once

#include <fftw3.h>

#include <cstddef>
#include <memory>
#include <mutex>

namespace retime {

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

struct fftw_freed {
  void operator()(double* memory) const { fftw_free(memory); }
};
using fftw_memory = std::unique_ptr<double[], fftw_freed>;

/// Reals that begin where FFTW is fastest.
inline fftw_memory fftw_reals(std::size_t count) { return fftw_memory(fftw_alloc_real(count)); }

/// A plan. One thread at a time may make or destroy one, which this sees to; any number of threads
/// may execute it on arrays of their own.
template <class Real>
class owned_fftw_plan {
 public:
  using plan = typename fftw<Real>::plan;

  /// `make()` is one of FFTW's planning functions; what it plans runs on `threads`.
  template <class Make>
  owned_fftw_plan(int threads, const Make& make) {
    const std::lock_guard lock(planner());
    static const int threads_ready = fftw<Real>::init_threads();
    if (threads_ready != 0) fftw<Real>::plan_with_nthreads(threads);
    plan_ = make();
  }
  owned_fftw_plan(const owned_fftw_plan&) = delete;
  owned_fftw_plan& operator=(const owned_fftw_plan&) = delete;
  ~owned_fftw_plan() {
    const std::lock_guard lock(planner());
    fftw<Real>::destroy_plan(plan_);
  }

  plan get() const { return plan_; }  ///< null if FFTW has none

 private:
  static std::mutex& planner() {
    static std::mutex one;
    return one;
  }

  plan plan_ = nullptr;
};

}  // namespace retime
