// Which passes over memory take the steps of a walk, where a pass may take several.
#pragma once

#include <algorithm>
#include <vector>

namespace carpet {

/// The steps of each pass, in order: `most`, or a half, a quarter, ... of it, `steps` in all. The
/// small ones come first, while the diamond is small. Two arrays change places at every pass; an
/// odd number of passes takes an odd number of steps, an even number an even one, so that what step
/// s wrote lies in the same array whatever the passes before were. That costs one pass more at
/// most.
inline std::vector<int> passes_of(int steps, int most) {
  std::vector<int> passes;
  for (int left = steps, size = most; left > 0; size /= 2) {
    for (; left >= size; left -= size) passes.push_back(size);
  }
  std::ranges::reverse(passes);
  if ((steps - static_cast<int>(passes.size())) % 2 != 0) {
    const auto halved = std::ranges::find_if(passes, [](int size) { return size > 1; });
    const int half = *halved / 2;
    *halved -= half;
    passes.insert(halved, half);
  }
  return passes;
}

}  // namespace carpet
