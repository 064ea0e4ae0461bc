// The mean of what is drawn many times, and how far chance takes it.
#pragma once

#include <cmath>

namespace turning_bands {

struct estimate {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) { sum += value, squares += value * value, ++count; }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
};

}  // namespace turning_bands
