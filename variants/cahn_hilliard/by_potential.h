// The order of sums that our variants ask the reference for.
#pragma once

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

inline problem by_potential(const problem& given) {
  problem same = given;
  same.by_potential = true;
  return same;
}

}  // namespace cahn_hilliard
