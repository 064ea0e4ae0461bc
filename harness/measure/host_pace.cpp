#include "harness/measure/host_pace.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

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

std::optional<double> stolen_here_s() {
  std::ifstream stat("/proc/stat");
  return stolen_s(stat);
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

std::optional<double> stolen_s(std::istream& stat) {
  std::string all_cores;
  double ticks = 0;
  stat >> all_cores;
  // user, nice, system, idle, iowait, irq, softirq, steal
  for (int place = 0; place < 8; ++place) stat >> ticks;
  if (!stat || all_cores != "cpu") return std::nullopt;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

stolen_cores::stolen_cores() : begun_s_(stolen_here_s()) {}

std::optional<double> stolen_cores::mean() const {
  const std::optional<double> now_s = stolen_here_s();
  if (!begun_s_ || !now_s) return std::nullopt;
  return std::max(0.0, *now_s - *begun_s_) / std::max(watch_.s(), 1e-9);
}

}  // namespace retime
