#include "harness/measure/stolen_cores.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace retime {
namespace {

std::optional<double> stolen_here_s() {
  std::ifstream stat("/proc/stat");
  return stolen_s(stat);
}

}  // namespace

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
