#include "kernels/pcpd/master_equation.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>

namespace pcpd {
namespace {

using state = std::uint32_t;
using vector = std::vector<double>;

/// States of a ring that differ by a rotation alone are one class: they stay equally likely.
class ring_process {
 public:
  ring_process(const reaction& rates, int sites)
      : sites_(sites), class_of_(std::size_t{1} << sites) {
    for (state s = 0; s < class_of_.size(); ++s) {
      const state least = least_rotation(s);
      if (least == s) {
        class_of_[s] = static_cast<std::uint32_t>(first_.size());
        first_.push_back(s);
      } else {
        class_of_[s] = class_of_[least];
      }
    }
    for (const state s : first_) list_moves(rates, s);
  }

  /// Each site is occupied with probability `density`.
  vector product_state(double density) const {
    vector chance(first_.size(), 0);
    for (state s = 0; s < class_of_.size(); ++s) {
      const int n = std::popcount(s);
      chance[class_of_[s]] += std::pow(density, n) * std::pow(1 - density, sites_ - n);
    }
    return chance;
  }

  /// After one attempted move at a site drawn at random.
  vector moved(const vector& chance) const {
    vector next(chance.size(), 0);
    for (const move& m : moves_) next[m.to] += m.probability * chance[m.from];
    return next;
  }
  /// d/dt: a move a site and unit of time.
  vector derivative(const vector& chance) const {
    vector change = moved(chance);
    for (std::size_t c = 0; c < change.size(); ++c) change[c] = sites_ * (change[c] - chance[c]);
    return change;
  }
  /// After one unit of time: moves come as a Poisson process.
  vector after_one(const vector& chance) const {
    vector sum(chance.size(), 0), each = chance;
    double weight = std::exp(-sites_);
    for (int moves = 0; moves < 8 * sites_; ++moves) {
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += weight * each[c];
      each = moved(each);
      weight *= static_cast<double>(sites_) / (moves + 1);
    }
    return sum;
  }

  /// Mean share of sites that are occupied, and of those whose right neighbour is too.
  double particles(const vector& chance) const {
    return mean(chance, [](state s) { return s; });
  }
  double pairs(const vector& chance) const {
    return mean(chance, [this](state s) { return s & rotated(s, 1); });
  }

 private:
  struct move {
    std::uint32_t from, to;
    double probability;
  };

  state rotated(state s, int by) const {
    return (s << by | s >> (sites_ - by)) & static_cast<state>(class_of_.size() - 1);
  }
  state least_rotation(state s) const {
    state least = s;
    for (int by = 1; by < sites_; ++by) least = std::min(least, rotated(s, by));
    return least;
  }

  template <class Chosen>
  double mean(const vector& chance, Chosen chosen) const {
    double sum = 0;
    for (std::size_t c = 0; c < chance.size(); ++c)
      sum += chance[c] * std::popcount(chosen(first_[c]));
    return sum / sites_;
  }

  void list_moves(const reaction& rates, state s) {
    std::map<state, double> to;
    for (int by = 0; by < sites_; ++by) {
      const state here = by == 0 ? s : rotated(s, by);  // the move is at site 1, of 0, 1, 2, ...
      const state together = here >> 1 & ((state{1} << rates.tuple) - 1);
      const bool reacts = std::popcount(together) == rates.tuple;
      const state differ = (here >> 1 ^ here >> 2) & 1;
      to[here ^ (differ << 1 | differ << 2)] += rates.d;
      if (!reacts) {
        to[here] += 1 - rates.d;
      } else {
        to[here & ~(((state{1} << rates.tuple) - 1) << 1)] += (1 - rates.d) * rates.p;
        to[here | 1] += (1 - rates.d) * (1 - rates.p) / 2;
        to[here | state{2} << rates.tuple] += (1 - rates.d) * (1 - rates.p) / 2;
      }
    }
    for (const auto& [state_after, weight] : to)
      moves_.push_back({class_of_[s], class_of_[state_after], weight / sites_});
  }

  int sites_;
  std::vector<std::uint32_t> class_of_;
  std::vector<state> first_;
  std::vector<move> moves_;
};

/// (1 + A/N)^(tN) = exp(tA) (1 - t A^2 / 2N + (t A^3 / 3 + t^2 A^4 / 8) / N^2 + ...).
exact_value expanded(double t, const double (&derivatives)[5]) {
  return {derivatives[0], -t / 2 * derivatives[2],
          t / 3 * derivatives[3] + t * t / 8 * derivatives[4]};
}

}  // namespace

std::vector<exact_densities> solve_master_equation(const reaction& rates, double start_density,
                                                   int until, int ring) {
  const ring_process process(rates, ring);
  vector chance = process.product_state(start_density);
  std::vector<exact_densities> densities;
  for (int t = 1; t <= until; ++t) {
    chance = process.after_one(chance);
    double particles[5], pairs[5];
    vector derivative = chance;
    for (int order = 0; order < 5; ++order) {
      particles[order] = process.particles(derivative);
      pairs[order] = process.pairs(derivative);
      if (order < 4) derivative = process.derivative(derivative);
    }
    densities.push_back({expanded(t, particles), expanded(t, pairs)});
  }
  return densities;
}

}  // namespace pcpd
