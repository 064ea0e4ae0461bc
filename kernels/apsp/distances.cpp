#include "kernels/apsp/distances.h"

#include <algorithm>

namespace apsp {

row_summary summarise(std::span<const std::int32_t> row) {
  row_summary found;
  std::uint64_t place = 0;
  for (const std::int32_t d : row) {
    // A sum of mixed (place, distance) pairs: one wrong distance always changes it, two cancel once
    // in 2^64.
    std::uint64_t mixed = (++place << 32 | static_cast<std::uint32_t>(d)) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
    found.checksum += mixed ^ (mixed >> 32);
    if (d == unreached) continue;
    found.sum += d;
    ++found.reached;
    found.eccentricity = std::max(found.eccentricity, d);
  }
  return found;
}

void distances::add(std::span<const std::int32_t> row) {
  rows.push_back(summarise(row));
  if (matrix.size() + row.size() <= most_kept && kept_rows() + 1 == rows.size()) {
    matrix.insert(matrix.end(), row.begin(), row.end());
  }
}

void distances::add_rows(std::span<const std::int32_t> several) {
  const auto n = static_cast<std::size_t>(vertices);
  for (std::size_t begin = 0; begin < several.size(); begin += n) add(several.subspan(begin, n));
}

totals sum_up(const distances& of) {
  totals all;
  double sum = 0, pairs = 0;
  for (const row_summary& row : of.rows) {
    sum += static_cast<double>(row.sum);
    pairs += row.reached - 1;
    all.unreached_pairs += of.vertices - row.reached;
    all.levels += row.eccentricity + 1;
  }
  if (pairs != 0) all.mean_shortest_path = sum / pairs;
  return all;
}

}  // namespace apsp
