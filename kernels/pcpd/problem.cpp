#include "kernels/pcpd/problem.h"

#include <cmath>
#include <span>

namespace pcpd {
namespace {

estimate mean_of(std::span<const std::uint32_t> counts, double length) {
  const auto n = static_cast<double>(counts.size());
  double sum = 0, squares = 0;
  for (const std::uint32_t count : counts) sum += count;
  const double mean = sum / n;
  for (const std::uint32_t count : counts) squares += (count - mean) * (count - mean);
  const double error = counts.size() < 2 ? 0 : std::sqrt(squares / (n - 1) / n);
  return {mean / length, error / length};
}

}  // namespace

void estimate_densities(outcome& run, std::int64_t length) {
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const auto mean_at_time = [&](const std::vector<std::uint32_t>& counts) {
      return mean_of(std::span(counts).subspan(i * run.lattices, run.lattices),
                     static_cast<double>(length));
    };
    run.density.push_back(mean_at_time(run.particles));
    run.pair_density.push_back(mean_at_time(run.pairs));
  }
}

void append(outcome& all, const outcome& next, std::int64_t length) {
  const auto interleaved = [&](const auto& ours, const auto& theirs) {
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < all.times.size(); ++i) {
      const auto add = [&](const auto& part, int lattices) {
        const auto first = part.begin() + static_cast<std::ptrdiff_t>(i) * lattices;
        counts.insert(counts.end(), first, first + lattices);
      };
      add(ours, all.lattices);
      add(theirs, next.lattices);
    }
    return counts;
  };
  all.particles = interleaved(all.particles, next.particles);
  all.pairs = interleaved(all.pairs, next.pairs);
  all.words.insert(all.words.end(), next.words.begin(), next.words.end());
  all.lattices += next.lattices;
  all.density.clear();
  all.pair_density.clear();
  estimate_densities(all, length);
}

std::vector<int> sample_times(int time) {
  std::vector<int> times{0};
  for (int octave = 1; octave < time; octave *= 2) {
    for (int quarter = 4; quarter < 8; ++quarter) {
      const int scaled = octave * quarter;
      if (scaled % 4 == 0 && scaled / 4 < time) times.push_back(scaled / 4);
    }
  }
  times.push_back(time);
  return times;
}

}  // namespace pcpd
