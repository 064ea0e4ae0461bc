#include <utility>
#include <vector>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/generators.h"
#include "kernels/pcpd/host_lattices.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// Far from the streams of the multispin programs.
constexpr std::size_t first_stream = std::size_t{1} << 60;

class lattice {
 public:
  lattice(const problem& problem, int draw, int number)
      : length_(problem.length), n_(tuple(problem.model)), d_(problem.d), p_(problem.p) {
    const auto states =
        stream_states(generator_kind::lfsr113, problem.seed, draw, first_stream + number, 1);
    random_.load(states, 1, 0);
    sites_.resize(problem.length);
    for (std::int64_t s = 0; s < problem.length; ++s)
      sites_[s] = occupied_at_start(problem, number, s);
  }

  /// One unit of time: a move a site.
  void advance() {
    for (std::int64_t moves = 0; moves < length_; ++moves) move();
  }

  void count(std::uint32_t& particles, std::uint32_t& pairs) const {
    particles = pairs = 0;
    for (std::int64_t s = 0; s < length_; ++s) {
      particles += sites_[s];
      pairs += sites_[s] & sites_[next(s)];
    }
  }

 private:
  double uniform() { return random_.draw_one() * 0x1p-32; }
  std::int64_t next(std::int64_t site) const { return site + 1 == length_ ? 0 : site + 1; }

  void move() {
    const auto i = static_cast<std::int64_t>(static_cast<double>(length_) * uniform());
    const double r1 = uniform(), r2 = uniform(), r3 = uniform();
    if (r1 < d_) {
      std::swap(sites_[i], sites_[next(i)]);
      return;
    }
    std::int64_t behind = i;
    for (int k = 0; k < n_; ++k, behind = next(behind))
      if (sites_[behind] == 0) return;
    if (r2 < p_) {
      for (std::int64_t s = i; s != behind; s = next(s)) sites_[s] = 0;
    } else if (r3 < 0.5) {
      sites_[i == 0 ? length_ - 1 : i - 1] = 1;
    } else {
      sites_[behind] = 1;
    }
  }

  std::int64_t length_;
  int n_;
  double d_, p_;
  bank<lfsr113, 1> random_;
  std::vector<std::uint8_t> sites_;
};

}  // namespace

outcome run_site_by_site(const problem& problem, int draw) {
  outcome run{
      .times = sample_times(problem.time), .lattices = problem.lattices, .sequential = true};
  run.particles.resize(run.times.size() * problem.lattices);
  run.pairs.resize(run.particles.size());
  for (int number = 0; number < problem.lattices; ++number) {
    lattice sites(problem, draw, number);
    int time = 0;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      for (; time < run.times[i]; ++time) sites.advance();
      sites.count(run.particles[i * problem.lattices + number],
                  run.pairs[i * problem.lattices + number]);
    }
  }
  estimate_densities(run, problem.length);
  return run;
}

}  // namespace pcpd
