// FFTs by cuFFT.
#pragma once

#include <cufft.h>

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>

#include "kernels/device/complex.h"
#include "kernels/device/cuda/check.h"
#include "kernels/device/errors.h"
#include "kernels/device/fft_shape.h"
#include "kernels/device/memory.h"

namespace device::cuda {

inline void check(cufftResult code, const char* call) {
  if (code == CUFFT_SUCCESS) return;
  static_cast<void>(cudaGetLastError());  // as raise()
  constexpr std::array names{"",
                             "CUFFT_INVALID_PLAN",
                             "CUFFT_ALLOC_FAILED",
                             "CUFFT_INVALID_TYPE",
                             "CUFFT_INVALID_VALUE",
                             "CUFFT_INTERNAL_ERROR",
                             "CUFFT_EXEC_FAILED",
                             "CUFFT_SETUP_FAILED",
                             "CUFFT_INVALID_SIZE"};
  const auto number = static_cast<std::size_t>(code);
  throw error(std::string(call) + ": cuFFT's code " + std::to_string(number) +
              (number < names.size() ? std::string(" (") + names[number] + ")" : ""));
}

struct fft_handle {
  fft_handle() { check(cufftCreate(&value), "cufftCreate"); }
  fft_handle(const fft_handle&) = delete;
  fft_handle& operator=(const fft_handle&) = delete;
  ~fft_handle() { cufftDestroy(value); }
  cufftHandle value = 0;
};

}  // namespace device::cuda

namespace device::backend {

template <class Real>
class fft_plan {
  static constexpr bool is_double = std::is_same_v<Real, double>;
  static_assert(is_double || std::is_same_v<Real, float>);

 public:
  /// The work area is allocated here and not by cuFFT, so that out_of_memory says its size.
  fft_plan(const fft_shape& shape, fft_direction direction) : direction_(direction) {
    constexpr cufftType to_reals = is_double ? CUFFT_Z2D : CUFFT_C2R;
    constexpr cufftType to_modes = is_double ? CUFFT_D2Z : CUFFT_R2C;
    std::array<long long, 3> extent{shape.extent[0], shape.extent[1], shape.extent[2]};
    const bool is_line = extent[0] == 1 && extent[1] == 1;
    std::size_t bytes = 0;
    cuda::check(cufftSetAutoAllocation(handle_.value, 0), "cufftSetAutoAllocation");
    cuda::check(cufftMakePlanMany64(handle_.value, is_line ? 1 : 3, &extent[is_line ? 2 : 0],
                                    nullptr, 1, 0, nullptr, 1, 0,
                                    direction == fft_direction::to_reals ? to_reals : to_modes,
                                    shape.batch, &bytes),
                "cufftMakePlanMany64");
    workspace_ = device_memory(bytes);
    cuda::check(cufftSetWorkArea(handle_.value, workspace_.data()), "cufftSetWorkArea");
  }

  void run(stream_state& queue, complex<Real>* modes, Real* reals) {
    cuda::check(cufftSetStream(handle_.value, cuda::native(queue)), "cufftSetStream");
    if (direction_ == fft_direction::to_reals)
      cuda::check(run_inverse(modes, reals), is_double ? "cufftExecZ2D" : "cufftExecC2R");
    else
      cuda::check(run_forward(reals, modes), is_double ? "cufftExecD2Z" : "cufftExecR2C");
  }

  std::size_t workspace_bytes() const { return workspace_.bytes(); }

 private:
  cufftResult run_inverse(complex<Real>* modes, Real* reals) {
    if constexpr (is_double)
      return cufftExecZ2D(handle_.value, reinterpret_cast<cufftDoubleComplex*>(modes), reals);
    else
      return cufftExecC2R(handle_.value, reinterpret_cast<cufftComplex*>(modes), reals);
  }
  cufftResult run_forward(Real* reals, complex<Real>* modes) {
    if constexpr (is_double)
      return cufftExecD2Z(handle_.value, reals, reinterpret_cast<cufftDoubleComplex*>(modes));
    else
      return cufftExecR2C(handle_.value, reals, reinterpret_cast<cufftComplex*>(modes));
  }

  fft_direction direction_;
  device_memory workspace_;
  cuda::fft_handle handle_;
};

}  // namespace device::backend
