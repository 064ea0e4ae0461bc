#include <utility>
#include <vector>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/host_lattices.h"
#include "kernels/pcpd/seeding.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// Far from the streams of the multispin programs.
constexpr std::size_t first_stream = std::size_t{1} << 60;

class lattice {
 public:
  lattice(const problem& given, int draw, int number)
      : length_(given.length), n_(tuple(given.model)), d_(given.d), p_(given.p) {
    const auto states =
        stream_states(generator_kind::lfsr113, given.seed, draw, first_stream + number, 1);
    random_.load(states, 1, 0);
    sites_.resize(given.length);
    for (std::int64_t s = 0; s < given.length; ++s) sites_[s] = occupied_at_start(given, number, s);
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

outcome run_site_by_site(const problem& given, int draw) {
  outcome found{.times = sample_times(given.time), .lattices = given.lattices, .sequential = true};
  found.particles.resize(found.times.size() * given.lattices);
  found.pairs.resize(found.particles.size());
  for (int number = 0; number < given.lattices; ++number) {
    lattice one(given, draw, number);
    int time = 0;
    for (std::size_t i = 0; i < found.times.size(); ++i) {
      for (; time < found.times[i]; ++time) one.advance();
      one.count(found.particles[i * given.lattices + number],
                found.pairs[i * given.lattices + number]);
    }
  }
  estimate_densities(found, given.length);
  return found;
}

}  // namespace pcpd
