// How a line is made: of which power, on which circle of samples. The three line makers differ in
// no more than that, and in whether pulses or normal numbers drive them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turning_bands {

enum class line_maker {
  power_law,  ///< Kasdin's filter (1992): power (2 sin(w/2))^(index+2)
  spectrum,   ///< a train of random pulses, shaped (Carrettoni and Cremonesi 2010)
  covariance  ///< circulant embedding (Dietrich and Newsam 1997)
};
inline constexpr const char* line_maker_names[] = {"power_law", "spectrum", "covariance"};

/// What is done about reading a line at its nearest sample, which multiplies its power by
/// sinc^2(k / 2 resolution), and about power beyond what the mesh resolves, k > pi, which it
/// aliases.
enum class correction {
  none,
  compression,  ///< the paper's: the elements of a line shrink by a factor found by trying
  hold          ///< ours: divided by the sinc^2 and, but of a covariance, no power beyond pi and
                ///< room below it for the images of held samples
};
inline constexpr const char* correction_names[] = {"none", "compression", "hold"};

/// What the field shall be.
struct target {
  line_maker maker = line_maker::power_law;
  double index = -2;     ///< power_law: P(k) ~ k^index
  std::string function;  ///< spectrum or covariance: a name (functions.h) or a file's path
  double range = 10;     ///< a: of a named function, in cells
  correction correct = correction::none;
  double resolution = 1;  ///< samples of a line a cell
};

struct line_model {
  int length = 0;          ///< samples that are kept of a line
  int transform = 0;       ///< samples of the circle that it is cut from: a power of two
  double compression = 1;  ///< of the elements of a line
  bool pulses = false;     ///< driven by pulses, not by normal numbers
  std::vector<double>
      power;           ///< of mode j = 0 .. transform/2; the mean over all modes is the variance
  double scale = 1;    ///< what a power law or a spectrum was multiplied by for variance 1
  double clipped = 0;  ///< part of a covariance's power that was negative, and set to 0

  /// What one line's covariance is at distances of 0 .. length-1 samples: the mean over all random
  /// numbers.
  std::vector<double> line_covariance() const;
};

/// Samples of the circle from which a line is cut; of a covariance that does not fit on it, of one
/// up to so many times as large.
int circle_for(int length);
inline constexpr int most_times_larger = 8;

/// Samples on the circles of the lines that are transformed together: so many, or one line.
inline constexpr double most_samples_together = 1 << 24;

/// The printed compression (Sect. 6), 1 where nothing is compressed. Throws retime::bad_input for
/// an index that the paper prints none for.
double compression_of(const target&);

/// Throws retime::bad_input, one line: a covariance whose power is negative by more than rounding,
/// or that does not fit on the line; a spectrum that is negative, or 0 throughout.
line_model make_line_model(const target&, int length);

}  // namespace turning_bands
