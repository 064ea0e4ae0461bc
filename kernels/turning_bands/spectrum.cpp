#include "kernels/turning_bands/spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/support/fftw.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/modes.h"

namespace turning_bands {
namespace {

constexpr int longest_edge = 256;
using std::numbers::pi;

/// A Hann window, or none, whose square has the mean 1.
std::vector<double> window(int cells, bool windowed) {
  std::vector<double> weights(cells, 1.0);
  if (!windowed) return weights;
  double squares = 0;
  for (int i = 0; i < cells; ++i) {
    const double sine = std::sin(pi * (i + 0.5) / cells);
    weights[i] = sine * sine;
    squares += weights[i] * weights[i];
  }
  for (double& weight : weights) weight /= std::sqrt(squares / cells);
  return weights;
}

/// A block of the field in rows of `pitch` reals along z, and its Fourier modes in the same place.
struct block {
  extents n;
  int columns = n.z / 2 + 1, pitch = 2 * columns;
  std::int64_t rows = std::int64_t{n.x} * n.y;
  retime::fftw_memory data = retime::fftw_reals(static_cast<std::size_t>(rows * pitch));
};

template <class Real>
void load(std::span<const Real> field, const extents& whole, bool windowed, block& b) {
  const auto row_of_field = [&](std::int64_t row) {
    return field.data() + (row / b.n.y * whole.y + row % b.n.y) * whole.z;
  };
  const auto sum = add_blocks(b.rows, longest_edge, [&](std::int64_t first, std::int64_t last) {
    double total = 0;
    for (auto row = first; row < last; ++row)
      for (int z = 0; z < b.n.z; ++z) total += row_of_field(row)[z];
    return std::vector<double>{total};
  });
  const double mean = sum[0] / static_cast<double>(b.n.cells());
  const auto along_x = window(b.n.x, windowed), along_y = window(b.n.y, windowed),
             along_z = window(b.n.z, windowed);
#pragma omp parallel for
  for (std::int64_t row = 0; row < b.rows; ++row) {
    const Real* values = row_of_field(row);
    const double weight = along_x[row / b.n.y] * along_y[row % b.n.y];
    double* row_of_block = b.data.get() + row * b.pitch;
    for (int z = 0; z < b.n.z; ++z) row_of_block[z] = (values[z] - mean) * weight * along_z[z];
  }
}

/// On one thread, since FFTW's plan and with it the rounding depends on their number. Several
/// fields may be transformed at a time, but are planned one by one.
void transform(block& b) {
  auto* modes = reinterpret_cast<fftw_complex*>(b.data.get());
  const retime::owned_fftw_plan<double> plan(1, [&] {
    return fftw_plan_dft_r2c_3d(b.n.x, b.n.y, b.n.z, b.data.get(), modes, FFTW_ESTIMATE);
  });
  fftw_execute(plan.get());
}

int shortest_edge(const extents& n) {
  int shortest = longest_edge;
  for (const int edge : {n.x, n.y, n.z})
    if (edge > 1) shortest = std::min(shortest, edge);
  return shortest;
}

/// A Hann window of L cells takes 2/3 of a mode's power from the mode itself and 1/6 each from
/// those 2 pi / L away.
shells no_shells(const extents& n, bool windowed) {
  shells none{.dimensions = 0};
  double squares = 0;
  for (const int edge : {n.x, n.y, n.z}) {
    if (edge == 1) continue;
    ++none.dimensions;
    squares += std::pow(2 * pi / edge, 2) / 3;
  }
  if (windowed && none.dimensions > 0) none.mixing = squares / none.dimensions;
  return none;
}

/// Sums of k, of |F|^2 and of 1 over the modes of plane x, in three vectors one after the other.
std::vector<double> plane_sums(const block& b, int x, double width, int shells) {
  std::vector<double> sums(3 * static_cast<std::size_t>(shells));
  const double kx = wave_number(x, b.n.x);
  for (int y = 0; y < b.n.y; ++y) {
    const double ky = wave_number(y, b.n.y);
    const double* modes = b.data.get() + (std::int64_t{x} * b.n.y + y) * b.pitch;
    for (int z = 0; z < b.columns; ++z) {
      const double kz = wave_number(z, b.n.z), k = std::sqrt(kx * kx + ky * ky + kz * kz);
      const auto shell = std::lround(k / width) - 1;
      if (shell < 0 || k > pi * (1 + 1e-12)) continue;
      const double times = z > 0 && 2 * z < b.n.z ? 2 : 1;  // the half of k-space that is left out
      const double real = modes[2 * z], imaginary = modes[2 * z + 1];
      sums[shell] += times * k;
      sums[shells + shell] += times * (real * real + imaginary * imaginary);
      sums[2 * shells + shell] += times;
    }
  }
  return sums;
}

}  // namespace

template <class Real>
shells shell_spectrum(std::span<const Real> field, const extents& whole, bool periodic) {
  const auto edge = [](int cells) { return std::min(cells, longest_edge); };
  block b{.n = {edge(whole.x), edge(whole.y), edge(whole.z)}};
  const bool windowed = !periodic || b.n.cells() < whole.cells();
  shells spectrum = no_shells(b.n, windowed);
  load(field, whole, windowed, b);
  transform(b);

  const int edge_of_shells = shortest_edge(b.n), count = (edge_of_shells + 1) / 2;
  const auto sums = add_blocks(b.n.x, 1, [&](std::int64_t x, std::int64_t) {
    return plane_sums(b, static_cast<int>(x), 2 * pi / edge_of_shells, count);
  });
  for (int shell = 0; shell < count; ++shell) {
    const double modes = sums[2 * count + shell];
    if (modes == 0) continue;
    spectrum.k.push_back(sums[shell] / modes);
    spectrum.power.push_back(sums[count + shell] / modes / static_cast<double>(b.n.cells()));
    spectrum.modes.push_back(modes);
  }
  return spectrum;
}

template shells shell_spectrum(std::span<const float>, const extents&, bool);
template shells shell_spectrum(std::span<const double>, const extents&, bool);

}  // namespace turning_bands
