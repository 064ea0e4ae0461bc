// What every variant of the family answers: the distances from each source to all vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "kernels/apsp/graph.h"

namespace apsp {

constexpr std::int32_t unreached = std::numeric_limits<std::int32_t>::max();

/// One source's distances, boiled down. `checksum` depends on every distance and on where it
/// stands.
struct row_summary {
  std::int64_t sum = 0;           ///< over the vertices reached
  std::int32_t reached = 0;       ///< vertices, the source included
  std::int32_t eccentricity = 0;  ///< largest distance
  std::uint64_t checksum = 0;
  bool operator==(const row_summary&) const = default;
};

row_summary summarise(std::span<const std::int32_t> row);

/// 30000 sources of 30000 vertices are 3.6 GB: rows beyond the first 2^27 entries (512 MB) are kept
/// as summaries alone.
struct distances {
  static constexpr std::size_t most_kept = std::size_t{1} << 27;

  vertex vertices = 0;
  /// Ordered pairs (source, vertex) at distance 0, 1, ..., the last not 0, of a problem that wants
  /// the histogram alone. There are no rows then.
  std::vector<std::int64_t> pairs_at{};
  std::vector<row_summary> rows{};  ///< one a source, in the order of the problem's sources
  /// The first rows whole, row-major; `unreached` where there is no path.
  std::vector<std::int32_t> matrix{};
  std::int64_t launches = 0;     ///< of the search kernel; 0 on a CPU
  std::int64_t graph_words = 0;  ///< of 4 bytes, what the graph takes on the device; 0 on a CPU

  std::size_t kept_rows() const {
    return vertices == 0 ? 0 : matrix.size() / static_cast<std::size_t>(vertices);
  }
  /// Adds the next source's row.
  void add(std::span<const std::int32_t> row);
  /// Adds rows that lie one after the other.
  void add_rows(std::span<const std::int32_t> rows);
  /// Adds the rows of the sources that follow, which were searched from apart.
  void append(const distances& next);

 private:
  void keep(std::span<const std::int32_t> row, const row_summary& summary);
};

struct totals {
  double mean_shortest_path = 0;     ///< over the pairs (source, other vertex) that a path joins
  std::int64_t unreached_pairs = 0;  ///< (source, other vertex) without a path
  std::int64_t levels = 0;           ///< frontiers of all searches, each source's own one included
  /// Standard errors of the mean path, and of the levels of a source, that come of searching from a
  /// sample of the vertices: 0 from all of them, unknown from one of several, and that of the path
  /// also where no pair is joined.
  std::optional<double> mean_shortest_path_error{}, levels_error{};
};

totals sum_up(const distances& answer);

}  // namespace apsp
