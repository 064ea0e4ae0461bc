#include "harness/measure/host_pace.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "harness/host/clock.h"
#include "harness/measure/statistics.h"

namespace retime {
namespace {

/// Numbers written by the C library, whose code is the same whatever this was compiled with: else a
/// build would change the pace.
void fixed_work() {
  std::array<char, 32> text{};
  for (int i = 1; i <= 32; ++i) std::snprintf(text.data(), text.size(), "%.17e", i / 3.0);
}

double pace_over(double stretch_ns) {
  const stopwatch watch;
  int repeated = 0;
  do {
    fixed_work();
    ++repeated;
  } while (watch.ns() < stretch_ns);
  return watch.ns() / repeated;
}

}  // namespace

double host_pace_ns(double stretch_ns, double wall_s) {
  const stopwatch watch;
  std::vector<double> paces_ns;
  do {
    paces_ns.push_back(pace_over(std::min(stretch_ns, 1e9 * wall_s)));
  } while (watch.s() < wall_s);
  return median(std::move(paces_ns));
}

}  // namespace retime
