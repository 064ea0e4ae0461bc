// Generator sets: the n x n patterns from which a random Sierpinski carpet is built (Hoffmann 2010,
// Fig. 1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carpet {

/// One pattern: open[y * side + x] is nonzero where the site in column x of line y is accessible.
struct generator {
  std::vector<unsigned char> open;
  int count = 0;  ///< accessible sites
};

struct generator_set {
  int side = 0;  ///< n; all patterns of a set are n x n
  std::vector<generator> patterns;
};

/// Reads a set from text: lines of '#' (accessible) and '.', a blank line between patterns. Blanks
/// at the ends of a line, carriage returns and comments (lines that begin with "//", with ';' or
/// with '#' and a blank) are ignored.
/// @throws retime::bad_input: one line that begins "NAME:LINE: ".
generator_set parse_generators(std::string_view text, const std::string& name);

/// parse_generators on the contents of a file; also throws if it cannot be read.
generator_set read_generators(const std::string& path);

/// The paper's three sets by their mean occupancy at level 3: 0.093, 0.35 or 0.59.
/// @throws retime::bad_input for any other value.
generator_set built_in_generators(double occupancy);

/// Share of accessible sites that a carpet of this level has on average: (sum of counts / (G
/// n^2))^level.
double mean_occupancy(const generator_set& set, int level);

}  // namespace carpet
