// What a scientist reads off a field.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

struct summary {
  double mean = 0, min = 0, max = 0;
  /// sum(-b phi^2/2 + u phi^4/4 + K |grad phi|^2/2) per cell, with forward differences: the
  /// function that eq (2) discretised as in stencil.h descends.
  double free_energy = 0;
  /// 2 pi/<k> in cells, <k> the mean wave number weighted by the structure factor S(k), k = 0 left
  /// out; S(k) from a Fourier transform where the boundary is periodic, from a cosine transform
  /// where it is a mirror. 0 if phi is flat.
  double length_scale = 0;
};

/// Sums run in double, in an order that does not depend on the number of threads.
summary summarise(const settings&, const field&);

/// summary::mean alone.
double mean_of(const settings&, const field&);

/// summary::length_scale alone.
double length_scale(const settings&, const field&);

/// By the names under which records hold them.
std::map<std::string, double> named(const summary&);

}  // namespace cahn_hilliard
