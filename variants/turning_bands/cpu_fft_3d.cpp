// The traditional approach on the host: FFTW on all cores.
#include "kernels/turning_bands/fft_field.h"
#include "variants/kit/one_call.h"
#include "variants/turning_bands/fft_limits.h"

namespace turning_bands {

REGISTER_VARIANT(problem,
                 {.id = "cpu_fft_3d",
                  .paper = {"hunger_2015", "3D FFT, FFTW"},
                  .runs_on = retime::processor::cpu,
                  .cores = retime::host_cores::all,
                  .invalid = not_for_fft,
                  .memory_bytes = fft_memory_bytes,
                  .work = fft_work,
                  .prepare = [](const problem& given, const retime::point&) {
                    return retime::call_once<field>([&given](int) { return field_by_fft(given); });
                  }});

}  // namespace turning_bands
