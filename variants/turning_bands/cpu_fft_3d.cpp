// The traditional approach on the host: FFTW on all cores.
#include "kernels/turning_bands/host_fields.h"
#include "variants/kit/one_call.h"
#include "variants/turning_bands/axes.h"

namespace turning_bands {

REGISTER_VARIANT(problem, {.id = "cpu_fft_3d",
                           .paper = {"hunger_2015", "3D FFT, FFTW"},
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .invalid = not_for_fft,
                           .memory_bytes = fft_memory_bytes,
                           .work = fft_work,
                           .prepare = [](const problem& problem, const retime::point&) {
                             return retime::call_once<field>(
                                 [&problem](int) { return field_by_fft(problem); });
                           }});

}  // namespace turning_bands
