#include "kernels/apsp/distances.h"

#include <algorithm>
#include <cmath>

namespace apsp {

row_summary summarise(std::span<const std::int32_t> row) {
  row_summary summary;
  std::uint64_t place = 0;
  for (const std::int32_t d : row) {
    // A sum of mixed (place, distance) pairs: one wrong distance always changes it, two cancel once
    // in 2^64.
    std::uint64_t mixed = (++place << 32 | static_cast<std::uint32_t>(d)) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
    summary.checksum += mixed ^ (mixed >> 32);
    if (d == unreached) continue;
    summary.sum += d;
    ++summary.reached;
    summary.eccentricity = std::max(summary.eccentricity, d);
  }
  return summary;
}

void distances::keep(std::span<const std::int32_t> row, const row_summary& summary) {
  rows.push_back(summary);
  if (matrix.size() + row.size() <= most_kept && kept_rows() + 1 == rows.size()) {
    matrix.insert(matrix.end(), row.begin(), row.end());
  }
}

void distances::add(std::span<const std::int32_t> row) { keep(row, summarise(row)); }

void distances::add_rows(std::span<const std::int32_t> several) {
  const auto n = static_cast<std::size_t>(vertices);
  std::vector<row_summary> summaries(n == 0 ? 0 : several.size() / n);
#pragma omp parallel for
  for (std::size_t i = 0; i < summaries.size(); ++i)
    summaries[i] = summarise(several.subspan(i * n, n));
  for (std::size_t i = 0; i < summaries.size(); ++i) keep(several.subspan(i * n, n), summaries[i]);
}

void distances::append(const distances& next) {
  const auto n = static_cast<std::size_t>(vertices);
  const std::size_t kept = next.kept_rows();
  for (std::size_t i = 0; i < next.rows.size(); ++i)
    if (i < kept)
      keep(std::span(next.matrix).subspan(i * n, n), next.rows[i]);
    else
      rows.push_back(next.rows[i]);
  launches += next.launches;
}

namespace {

/// The error of the mean over `sources` drawn without replacement from `vertices`, whose deviations
/// from it have this sum of squares (Cochran, Sampling Techniques, 1977, Sections 2.6 and 2.9).
std::optional<double> standard_error(double squares, double sources, double vertices) {
  if (sources == vertices) return 0;
  if (sources < 2) return std::nullopt;
  return std::sqrt((1 - sources / vertices) * squares / (sources - 1) / sources);
}

}  // namespace

totals sum_up(const distances& answer) {
  totals all;
  double sum = 0, pairs = 0;
  for (const row_summary& row : answer.rows) {
    sum += static_cast<double>(row.sum);
    pairs += row.reached - 1;
    all.unreached_pairs += answer.vertices - row.reached;
    all.levels += row.eccentricity + 1;
  }
  if (pairs != 0) all.mean_shortest_path = sum / pairs;

  // The mean path is a ratio of two sums over the sources: a source's part in its error is what its
  // sum differs from the mean's by, for the pairs that this source has (Cochran 1977, Section 6.4).
  const auto sources = static_cast<double>(answer.rows.size());
  const double pairs_each = std::max(1.0, pairs) / sources;
  double path_squares = 0, level_squares = 0;
  for (const row_summary& row : answer.rows) {
    const double expected = all.mean_shortest_path * (row.reached - 1);
    const double path = (static_cast<double>(row.sum) - expected) / pairs_each;
    const double levels = row.eccentricity + 1 - static_cast<double>(all.levels) / sources;
    path_squares += path * path;
    level_squares += levels * levels;
  }
  all.levels_error = standard_error(level_squares, sources, answer.vertices);
  if (pairs != 0 || sources == answer.vertices)
    all.mean_shortest_path_error = standard_error(path_squares, sources, answer.vertices);
  return all;
}

}  // namespace apsp
