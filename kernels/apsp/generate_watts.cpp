#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "kernels/apsp/generate.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace apsp {
namespace {

class watts_model {
 public:
  watts_model(const watts_parameters& wanted, lot which)
      : wanted_(wanted),
        random_(retime::random_stream::of_key(which.seed, which.instance, wanted.ring ? 1 : 2)),
        friends_(wanted.n),
        common_(wanted.n, 0),
        linked_to_(wanted.n, -1) {
    // Rounded to 2^-24: pow() differs in its last bits from machine to machine, and the graph must
    // not.
    for (vertex shared = 1; shared < wanted.k; ++shared) {
      const double exact = std::pow(static_cast<double>(shared) / wanted.k, wanted.alpha);
      const double rounded = std::nearbyint(exact * 0x1p24) * 0x1p-24;
      propensity_.push_back(rounded * (1 - wanted.p) + wanted.p);
    }
    if (wanted.ring) {
      for (vertex v = 0; v < wanted.n; ++v) link(v, (v + 1) % wanted.n);
    }
  }

  std::vector<arc> grow() {
    const auto target =
        static_cast<std::size_t>(static_cast<std::int64_t>(wanted_.n) * wanted_.k / 2);
    std::vector<vertex> order(wanted_.n);
    std::iota(order.begin(), order.end(), 0);
    while (edges_.size() < target) {
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random_.below(i)]);
      for (const vertex v : order) {
        if (edges_.size() == target) break;
        const vertex chosen = choose(v);
        if (chosen != -1) link(v, chosen);
      }
    }
    return std::move(edges_);
  }

 private:
  void link(vertex a, vertex b) {
    edges_.push_back({a, b});
    friends_[a].push_back(b);
    friends_[b].push_back(a);
  }

  double propensity(vertex shared) const {
    return shared >= wanted_.k ? 1.0 : propensity_[static_cast<std::size_t>(shared) - 1];
  }

  // Fills acquaintances_ with those who share a neighbour with v but are not linked to it.
  void meet(vertex v) {
    for (const vertex w : acquaintances_) common_[w] = 0;
    acquaintances_.clear();
    linked_to_[v] = v;
    for (const vertex w : friends_[v]) linked_to_[w] = v;
    for (const vertex w : friends_[v]) {
      for (const vertex x : friends_[w]) {
        if (linked_to_[x] == v) continue;
        if (common_[x]++ == 0) acquaintances_.push_back(x);
      }
    }
  }

  // Whom v links to; -1 if it is linked to all others.
  vertex choose(vertex v) {
    meet(v);
    double known = 0;
    for (const vertex w : acquaintances_) known += propensity(common_[w]);
    const auto strangers = static_cast<std::int64_t>(wanted_.n) - 1 -
                           static_cast<std::int64_t>(friends_[v].size()) -
                           static_cast<std::int64_t>(acquaintances_.size());
    const double total = known + wanted_.p * static_cast<double>(strangers);
    if (acquaintances_.empty() && strangers == 0) return -1;
    double left = random_.unit() * total;
    if (strangers > 0 && left >= known) return stranger(v);
    for (const vertex w : acquaintances_) {
      left -= propensity(common_[w]);
      if (left < 0) return w;
    }
    return acquaintances_.back();  // reached by rounding alone
  }

  // Drawing again costs n / strangers draws on average; strangers are few only where n is about k.
  vertex stranger(vertex v) {
    while (true) {
      const auto w = static_cast<vertex>(random_.below(static_cast<std::uint64_t>(wanted_.n)));
      if (linked_to_[w] != v && common_[w] == 0) return w;
    }
  }

  watts_parameters wanted_;
  retime::random_stream random_;
  std::vector<std::vector<vertex>> friends_;
  std::vector<vertex> common_;     // neighbours shared with the vertex at hand
  std::vector<vertex> linked_to_;  // == v: linked to v, or v itself
  std::vector<vertex> acquaintances_;
  std::vector<double> propensity_;  // [m - 1]: of a pair with m common neighbours, m < k
  std::vector<arc> edges_;
};

}  // namespace

void check(const watts_parameters& wanted) {
  if (wanted.n < 3)
    throw retime::bad_input("n=" + std::to_string(wanted.n) + ": Watts' model needs at least 3");
  if (wanted.k < 2 || wanted.k >= wanted.n) {
    throw retime::bad_input("k=" + std::to_string(wanted.k) +
                            ": a mean degree from 2 to n-1=" + std::to_string(wanted.n - 1));
  }
  if (!(wanted.p > 0 && wanted.p <= 1)) {
    throw retime::bad_input("p=" + std::to_string(wanted.p) +
                            ": a propensity above 0 and at most 1");
  }
  if (!(wanted.alpha >= 0))
    throw retime::bad_input("alpha=" + std::to_string(wanted.alpha) + ": at least 0");
}

graph watts_alpha(const watts_parameters& wanted, lot which) {
  check(wanted);
  return undirected_graph(wanted.n, watts_model(wanted, which).grow());
}

}  // namespace apsp
