// Reaction and diffusion of particles on a ring (Schram 2012): what is simulated, and what a run
// gives: counts of every lattice along time, and how they were drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/pcpd/master_equation.h"
#include "kernels/pcpd/recipe.h"

namespace pcpd {

/// How many neighbouring particles react. Site i and its right neighbour change places with
/// probability d; otherwise, if sites i .. i+n-1 are all occupied, they are emptied with
/// probability p, or a particle is put on i-1 or on i+n, each with probability (1-p)/2 (eq. (6) for
/// n = 2).
enum class model { dp = 1, pcpd = 2, tcpd = 3, qcpd = 4 };
constexpr int tuple(model model) { return static_cast<int>(model); }

/// use.operator()<n>() for the n of a model.
template <class Use>
auto with_tuple(model model, Use use) {
  switch (model) {
    case model::dp:
      return use.template operator()<1>();
    case model::tcpd:
      return use.template operator()<3>();
    case model::qcpd:
      return use.template operator()<4>();
    case model::pcpd:
      break;
  }
  return use.template operator()<2>();
}

enum class start_kind { full, random, file };

struct settings {
  pcpd::model model = pcpd::model::pcpd;
  double p = 0, d = 0;
  std::int64_t length = 0;  ///< sites L
  int time = 0;             ///< of a run, in attempted moves a site
  int lattices = 0;         ///< independent ones
  start_kind start = start_kind::full;
  double density = 1;     ///< of a random start
  int decorrelation = 2;  ///< words ANDed for the annihilation, where it is drawn as printed
  generator_kind generator = generator_kind::own;
  std::uint64_t seed = 0;
};

/// A mean over independent lattices and its standard error, 0 for a single one.
struct estimate {
  double value = 0, error = 0;
};

struct outcome {
  std::vector<int> times{};
  /// [time][lattice]: occupied sites, and pairs of neighbours that are both occupied.
  std::vector<std::uint32_t> particles{}, pairs{};
  std::vector<estimate> density{}, pair_density{};  ///< at each time
  int lattices = 0;
  /// At the end, lattice after lattice, in the layout of `drawn`.
  std::vector<std::uint32_t> words{};
  recipe drawn{};
  /// Site after site (Algorithm 1), not in words: there is nothing to replay.
  bool sequential = false;
  /// What the densities are at times 1, 2, ...: the reference alone has them.
  std::vector<exact_densities> exact{};
};

struct problem : settings {
  static constexpr const char* family = "pcpd";
  using answer = outcome;
  std::vector<std::uint8_t> sites;  ///< 0 or 1 each: a start from a file
  /// The number of the first lattice, from which what it draws follows: that of a part of a run is
  /// not 0.
  int first_lattice = 0;
};

/// Times at which a run is looked at: 0, then 4 to 7 times each power of two as far as they are
/// whole, so that twice a time is one of them too; the end of the run is the last.
std::vector<int> sample_times(int time);

/// Adds the lattices of a part of the same run, which follow.
void append(outcome& all, const outcome& next, std::int64_t length);

/// Fills in density and pair_density from the counts. `length`: sites of a lattice.
void estimate_densities(outcome&, std::int64_t length);

}  // namespace pcpd
