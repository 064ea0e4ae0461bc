// The family: reaction and diffusion of particles on a ring by multispin Monte Carlo (Schram 2012).
#include <algorithm>
#include <cmath>

#include "kernels/pcpd/reference.h"
#include "variants/pcpd/axes.h"
#include "variants/pcpd/parameters.h"
#include "variants/pcpd/verification.h"

namespace pcpd {
namespace {

/// Adds a mean along time: value, error, and -log2(value(2t) / value(t)) at the geometric middle.
void add_series(retime::observables& seen, const std::string& name, const std::string& exponent,
                const std::vector<int>& times, const std::vector<estimate>& means) {
  retime::series value{"t", {}, {}}, error = value, slope = value;
  for (std::size_t i = 0; i < times.size(); ++i) {
    value.x.push_back(times[i]);
    value.y.push_back(means[i].value);
    error.y.push_back(means[i].error);
    const auto doubled = std::ranges::find(times, 2 * times[i]);
    if (times[i] == 0 || doubled == times.end()) continue;
    const double later = means[doubled - times.begin()].value;
    if (later <= 0) continue;
    slope.x.push_back(times[i] * std::sqrt(2.0));
    slope.y.push_back(-std::log2(later / means[i].value));
  }
  error.x = value.x;
  seen.along[name + "_series"] = value;
  seen.along[name + "_error_series"] = error;
  if (!slope.x.empty()) seen.along[exponent + "_series"] = slope;
}

retime::observables observe(const problem& problem, const outcome& run) {
  retime::observables seen;
  add_series(seen, "density", "effective_exponent", run.times, run.density);
  add_series(seen, "pair_density", "pair_effective_exponent", run.times, run.pair_density);
  double particles = 0;
  for (auto last = run.particles.end() - run.lattices; last != run.particles.end(); ++last)
    particles += *last;
  seen.numbers = {{"density", run.density.back().value},
                  {"density_error", run.density.back().error},
                  {"pair_density", run.pair_density.back().value},
                  {"pair_density_error", run.pair_density.back().error},
                  {"particles", particles},
                  {"sites", static_cast<double>(problem.length)}};
  if (!run.sequential) seen.numbers["sites_per_item"] = run.drawn.layout.local;
  return seen;
}

/// The lattices, a word for 32 sites in a row, lowest bit first; and the first sites of lattice 0
/// over its first times, a row a time, as its replay shows them.
std::vector<retime::saved_array> arrays(const problem& problem, const outcome& run) {
  constexpr std::size_t most = 512;
  if (run.sequential) return {};
  const layout& shape = run.drawn.layout;
  const auto words = static_cast<std::size_t>(shape.words());
  retime::saved_array lattices{"lattices", {static_cast<std::size_t>(run.lattices), words}, {}};
  for (std::size_t n = 0; n < lattices.shape[0]; ++n) {
    for (std::size_t w = 0; w < words; ++w) {
      std::uint32_t packed = 0;
      for (int bit = 0; bit < bits_of_word; ++bit) {
        const auto site = static_cast<std::int64_t>(w) * bits_of_word + bit;
        packed |= (run.words[n * words + shape.address(site)] >> shape.bit(site) & 1u) << bit;
      }
      lattices.data.push_back(packed);
    }
  }
  const std::size_t rows = std::min<std::size_t>(most, problem.time) + 1;
  const auto width = std::min<std::size_t>(most, problem.length);
  retime::saved_array picture{"space_time", {rows, width}, {}};
  replay(problem, run.drawn, 0, static_cast<int>(rows) - 1, [&](int, const auto& sites) {
    picture.data.insert(picture.data.end(), sites.begin(), sites.begin() + width);
  });
  return {lattices, picture};
}

/// Each model; d whole, a quarter and of many digits; p that is certain; starts; N_local from the
/// least on.
std::vector<retime::axis_values> examples() {
  const auto with = [](retime::axis_values more) {
    more.insert({{"length", "24576"}, {"time", 2}, {"lattices", 12}});
    return more;
  };
  return {with({{"length", "49152"}}),
          with({{"model", "dp"}, {"d", 0.25}}),
          with({{"model", "tcpd"}, {"d", 0.75}, {"decorrelation", 1}, {"p", 0.4}}),
          with({{"model", "qcpd"}, {"d", 0.0}, {"p", 0.1}, {"start", "random:0.8"}}),
          with({{"d", 0.3}, {"p", 1.0}, {"decorrelation", 0}}),
          with({{"d", 1.0}, {"start", "random:0.3"}})};
}

}  // namespace

REGISTER_FAMILY(problem, {.id = "pcpd",
                          .title = "Reaction and diffusion on a ring by multispin Monte Carlo",
                          .axes = workload_axes(),
                          .size_axis = "lattices",
                          .examples = examples(),
                          .resolve = resolve,
                          .make = make_problem,
                          .reference = reference,
                          .compare = compare,
                          .observe = observe,
                          .arrays = arrays});

}  // namespace pcpd
