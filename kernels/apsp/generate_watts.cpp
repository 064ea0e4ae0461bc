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
  watts_model(const watts_parameters& parameters, lot lot)
      : parameters_(parameters),
        random_(retime::random_stream::of_key(lot.seed, lot.instance, parameters.ring ? 1 : 2)),
        friends_(parameters.n),
        common_(parameters.n, 0),
        linked_to_(parameters.n, -1) {
    // Rounded to 2^-24: pow() differs in its last bits from machine to machine, and the graph must
    // not.
    for (vertex shared = 1; shared < parameters.k; ++shared) {
      const double exact = std::pow(static_cast<double>(shared) / parameters.k, parameters.alpha);
      propensity_.push_back(std::nearbyint(exact * 0x1p24) * 0x1p-24 * (1 - parameters.p) +
                            parameters.p);
    }
    for (vertex v = 0; parameters.ring && v < parameters.n; ++v) link(v, (v + 1) % parameters.n);
  }

  std::vector<arc> grow() {
    const std::int64_t target = std::int64_t{parameters_.n} * parameters_.k / 2;
    std::vector<vertex> order(parameters_.n);
    std::iota(order.begin(), order.end(), 0);
    while (std::ssize(edges_) < target) {
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random_.below(i)]);
      for (const vertex v : order) {
        if (std::ssize(edges_) < target) link_to_another(v);
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

  double propensity(vertex to) const {
    return common_[to] >= parameters_.k ? 1.0 : propensity_[common_[to] - 1];
  }

  // Fills acquaintances_ with those who share a neighbour with v but are not linked to it.
  void meet(vertex v) {
    for (const vertex w : acquaintances_) common_[w] = 0;
    acquaintances_.clear();
    linked_to_[v] = v;
    for (const vertex w : friends_[v]) linked_to_[w] = v;
    for (const vertex w : friends_[v]) {
      for (const vertex x : friends_[w]) {
        if (linked_to_[x] != v && common_[x]++ == 0) acquaintances_.push_back(x);
      }
    }
  }

  // Unless v is linked to all others.
  void link_to_another(vertex v) {
    meet(v);
    double acquainted = 0;
    for (const vertex w : acquaintances_) acquainted += propensity(w);
    const auto strangers = parameters_.n - 1 - std::ssize(friends_[v]) - std::ssize(acquaintances_);
    if (acquaintances_.empty() && strangers == 0) return;
    double left = random_.unit() * (acquainted + parameters_.p * static_cast<double>(strangers));
    if (strangers > 0 && left >= acquainted) return link(v, stranger(v));
    for (const vertex w : acquaintances_) {
      left -= propensity(w);
      if (left < 0) return link(v, w);
    }
    link(v, acquaintances_.back());  // reached by rounding alone
  }

  // Drawing again costs n / strangers draws on average; strangers are few only where n is about k.
  vertex stranger(vertex v) {
    while (true) {
      const auto w = static_cast<vertex>(random_.below(parameters_.n));
      if (linked_to_[w] != v && common_[w] == 0) return w;
    }
  }

  watts_parameters parameters_;
  retime::random_stream random_;
  std::vector<std::vector<vertex>> friends_;
  std::vector<vertex> common_;     // neighbours shared with the vertex at hand
  std::vector<vertex> linked_to_;  // == v: linked to v, or v itself
  std::vector<vertex> acquaintances_;
  std::vector<double> propensity_;  // [m - 1]: of a pair with m common neighbours, m < k
  std::vector<arc> edges_;
};

}  // namespace

void check(const watts_parameters& parameters) {
  const auto& [n, k, alpha, p, ring] = parameters;
  retime::require(n >= 3, "n", n, "Watts' model needs at least 3");
  retime::require(k >= 2 && k < n, "k", k, "a mean degree from 2 to n-1=" + std::to_string(n - 1));
  retime::require(p > 0 && p <= 1, "p", p, "a propensity above 0 and at most 1");
  retime::require(alpha >= 0, "alpha", alpha, "at least 0");
}

graph watts_alpha(const watts_parameters& parameters, lot lot) {
  check(parameters);
  return undirected_graph(parameters.n, watts_model(parameters, lot).grow());
}

}  // namespace apsp
