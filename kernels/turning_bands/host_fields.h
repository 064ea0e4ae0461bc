// Lines and fields made on the host.
#pragma once

#include <vector>

#include "kernels/turning_bands/problem.h"

namespace turning_bands {

/// `lines` lines of one field by FFTW, one after the other, model.length samples each.
std::vector<double> make_lines(const line_model& model, int lines, std::uint64_t seed,
                               std::uint64_t field);

/// Whether threads share out whole fields, not the lines and points of each: where that takes some
/// ms only, and on a busy host they would wait for one another longer. Regions within are serial.
inline bool is_shared_by_fields(const problem& problem) {
  constexpr double few = 1 << 22;
  return (static_cast<double>(problem.size()) + problem.model.length) * problem.lines < few;
}

/// Fields by lines, on all cores.
class host_projection {
 public:
  /// Makes the lines if only the projection is to be timed.
  explicit host_projection(const problem&);
  /// Takes a run of neighbouring points at a time, to which every line adds in turn: it stays in
  /// the cache.
  field run() const;

 private:
  template <class Real>
  std::vector<Real> values() const;

  const problem& problem_;
  std::vector<std::vector<double>> lines_;  ///< of each field; empty: made in run()
};

/// One field on a regular mesh by a 3-D FFT, by FFTW on all cores: what the paper compares with.
field field_by_fft(const problem&);

/// The same, made once and kept with the problem: what the GPU's is compared with.
const field& reference_by_fft(const problem&);

}  // namespace turning_bands
