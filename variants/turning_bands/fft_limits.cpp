#include "variants/turning_bands/fft_limits.h"

#include <cmath>

#include "variants/turning_bands/parameters.h"

namespace turning_bands {

retime::reason not_for_fft(const retime::point& at) {
  if (!sizes_of(at).is_regular) return not_regular(at);
  if (at.integer("fields") > 1) return "fields: a 3-D FFT makes 1 field a run";
  if (at.text("timed") != "field") return "timed=projection: a 3-D FFT projects nothing";
  return std::nullopt;
}

double fft_memory_bytes(const retime::point& at) {
  const sizes s = sizes_of(at);
  const double modes = s.points / s.mesh.z * (s.mesh.z / 2 + 1);
  return (s.points + 2 * 2 * modes) * s.real_bytes + target_spectrum_points * sizeof(double);
}

retime::work fft_work(const problem& given, const retime::point&) {
  const double cells = static_cast<double>(given.mesh.cells());
  return {.bytes = (given.double_precision ? 8 : 4) * cells,
          .flops = 2.5 * cells * std::log2(cells),
          .items = cells,
          .item = "cell"};
}

}  // namespace turning_bands
