// Variant B's numbering of the diamond |x|+|y| <= s, row by row from the top (Hoffmann 2010, Fig.
// 7, Eqs (4)-(7)).
#pragma once

#include "kernels/device/device.h"

namespace carpet {

/// Sites of the diamond; the numbers i go from 1 to this. Fits an int for s <= 32766.
__host__ __device__ constexpr int diamond_sites(int s) { return 2 * s * (s + 1) + 1; }

/// The smallest r with r * r >= j, exactly, from a root that is off by less than 0.018. The paper's
/// ceil(sqrt(j)) in single precision is wrong from j = 16777217 on, that is from s = 4096.
__host__ __device__ constexpr int ceil_root(int j, float root) {
  const int r = static_cast<int>(root + 0.02f);  // at most the wanted one, at least one less
  return r + (r * r < j);
}

struct diamond_site {
  int x, y;
};

/// Eqs (4)-(7) for i = 1..diamond_sites(s); `root` is that of j. The equations' y = -k (root - s -
/// 1).
__host__ __device__ constexpr diamond_site site_of(int j, int k, int s, float root) {
  const int r = ceil_root(j, root);
  return {k * (r + (r - 1) * (r - 1) - j), -k * (r - s - 1)};
}

/// j <= (s + 1)^2 <= 2^30: its estimate x * (1 / sqrt(x)) is off by less than 3.6e-7 of 32767, that
/// is 0.012.
__device__ __forceinline__ diamond_site site_of(int i, int s) {
  const bool upper = i <= (s + 1) * (s + 1);
  const int j = upper ? i : 2 * (s * s + s + 1) - i;
  const float x = static_cast<float>(j);
  return site_of(j, upper ? -1 : 1, s, x * rsqrtf(x));
}

}  // namespace carpet
