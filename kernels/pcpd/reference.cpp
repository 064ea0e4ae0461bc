#include "kernels/pcpd/reference.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/generators.h"
#include "kernels/pcpd/masks.h"
#include "kernels/pcpd/sites.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// The next random word of a stream.
using word_source = std::function<word(int stream)>;

/// That of `count` streams from `first` on, which are numbered from 0.
word_source source_of(const problem& problem, const recipe& recipe, std::size_t first, int count) {
  const auto states = stream_states(recipe.generator, problem.seed, recipe.draw, first, count);
  return with_generator(recipe.generator, [&]<class Generator>() -> word_source {
    std::vector<bank<Generator, 1>> streams(count);
    for (int i = 0; i < count; ++i) streams[i].load(states, count, i);
    return [streams](int stream) mutable { return streams[stream].draw_one(); };
  });
}

/// Who is chosen of the sites that a thread looks at together, 32 for each of its items.
using chosen = std::vector<bool>;

class site_by_site {
 public:
  site_by_site(const problem& problem, const recipe& recipe, int lattice)
      : problem_(problem),
        recipe_(recipe),
        key_(site_key(problem.seed, recipe.draw, lattice)),
        random_(source_of(problem, recipe, std::size_t(lattice) * recipe.layout.items,
                          recipe.layout.items)),
        random_site_(source_of(problem, recipe, site_stream(lattice), 1)),
        occupied_(problem.length) {
    for (std::int64_t s = 0; s < problem.length; ++s)
      occupied_[s] = occupied_at_start(problem, lattice, s);
  }

  const std::vector<std::uint8_t>& sites() const { return occupied_; }

  void step(std::int64_t s) {
    if (recipe_.sites == site_choice::drawn)
      drawn_ = drawn_site(random_site_(0), recipe_.layout.local);
    for (int thread = 0; thread < recipe_.layout.items / recipe_.words; ++thread) {
      thread_ = thread;
      const auto sites = sites_looked_at(s);
      const chosen diffuse = diffusion(sites.size());
      chosen react(sites.size());
      for (std::size_t i = 0; i < sites.size(); ++i) react[i] = !diffuse[i] && tuple_at(sites[i]);
      const chosen annihilate = annihilation(react);
      const auto high = draw();
      for (std::size_t i = 0; i < sites.size(); ++i) {
        if (diffuse[i]) {
          std::swap(site_at(sites[i]), site_at(sites[i] + 1));
        } else if (react[i] && annihilate[i]) {
          for (int k = 0; k < n_; ++k) site_at(sites[i] + k) = 0;
        } else if (react[i]) {
          site_at(bit(high, i) ? sites[i] + n_ : sites[i] - 1) = 1;
        }
      }
    }
  }

 private:
  /// `site`: at most a ring's length from those of the ring.
  std::uint8_t& site_at(std::int64_t site) {
    if (site < 0) site += problem_.length;
    if (site >= problem_.length) site -= problem_.length;
    return occupied_[site];
  }
  bool tuple_at(std::int64_t site) {
    for (int k = 0; k < n_; ++k)
      if (site_at(site + k) == 0) return false;
    return true;
  }

  /// The thread's next words, one for each of its items: of as many streams, or, where the
  /// generator counts, of the first one's.
  std::vector<word> draw() {
    const bool counts =
        recipe_.generator == generator_kind::philox || recipe_.generator == generator_kind::philox7;
    std::vector<word> random;
    for (int k = 0; k < recipe_.words; ++k)
      random.push_back(random_(thread_ * recipe_.words + (counts ? 0 : k)));
    return random;
  }
  std::vector<std::vector<word>> draw_many(int count) {
    std::vector<std::vector<word>> random(count);
    for (auto& words : random) words = draw();
    return random;
  }
  static bool bit(const std::vector<word>& words, std::size_t i) {
    return words[i / bits_of_word] >> (i % bits_of_word) & 1;
  }

  std::vector<std::int64_t> sites_looked_at(std::int64_t s) {
    const layout& shape = recipe_.layout;
    const int local = local_site(s);
    std::vector<std::int64_t> sites;
    for (int k = 0; k < recipe_.words; ++k) {
      const std::int64_t item = thread_ * recipe_.words + k;
      for (int place = 0; place < bits_of_word; ++place)
        sites.push_back(place * shape.words() + item * shape.local + local);
    }
    return sites;
  }
  int local_site(std::int64_t s) {
    constexpr int warp = 32;
    const int local = recipe_.layout.local;
    switch (recipe_.sites) {
      case site_choice::per_warp:
        return site_in_half(halves(key_, s), s, warp_word(key_, thread_ / warp, s), local);
      case site_choice::per_thread:
        return site_in_half(halves(key_, s), s, random_(thread_), local);
      case site_choice::drawn:
        return drawn_;
      case site_choice::per_lattice:
        break;
    }
    return common_site(key_, s, local);
  }

  chosen diffusion(std::size_t count) {
    const probability d(problem_.d);
    if (recipe_.masks == mask_kind::lazy) return digit_after_digit(d, chosen(count, true));
    const auto random = draw_many(d.length());
    chosen result(count, d.certain);
    for (std::size_t i = 0; i < count && d.bits != 0; ++i)
      result[i] = decided(random, i, d.bits >> (bits_of_word - d.length()), false);
    return result;
  }

  /// As printed, k words ANDed are k digits 0, and 2^k p is left; else p has digits of its own.
  chosen annihilation(const chosen& react) {
    if (recipe_.masks == mask_kind::lazy) return digit_after_digit(probability(problem_.p), react);
    const bool printed = recipe_.masks == mask_kind::printed;
    const auto first = draw();
    const auto random = draw_many(printed ? problem_.decorrelation : digit_masks::digits);
    const double scaled = std::ldexp(problem_.p, static_cast<int>(random.size()));
    const double most = (1 << digit_masks::digits) - 1;  // of digits: all are 1, also for p = 1
    const double whole = printed ? 0 : std::min(std::floor(scaled), most);
    const probability left(scaled - whole);
    chosen result(react.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      const bool rest = left.certain || first[i / bits_of_word] < left.bits;
      result[i] = decided(random, i, static_cast<std::uint64_t>(whole), rest);
    }
    return result;
  }

  /// The first binary digit whose random bit is 0 decides; the last one was drawn first. If none
  /// is, `rest`.
  static bool decided(const std::vector<std::vector<word>>& random, std::size_t i,
                      std::uint64_t digits, bool rest) {
    for (std::size_t digit = random.size(); digit-- > 0;)
      if (!bit(random[digit], i)) return digits >> digit & 1;
    return rest;
  }

  /// The same with the first digit drawn first, for as long as anybody who matters is undecided.
  chosen digit_after_digit(const probability& chance, chosen undecided) {
    chosen result(undecided.size());
    if (chance.certain) result = undecided;
    for (word digits = chance.bits; digits != 0; digits <<= 1) {
      if (std::ranges::count(undecided, true) == 0) break;
      const auto random = draw();
      for (std::size_t i = 0; i < undecided.size(); ++i) {
        if (!undecided[i] || bit(random, i)) continue;
        result[i] = digits >> (bits_of_word - 1) & 1;
        undecided[i] = false;
      }
    }
    return result;
  }

  const problem& problem_;
  const recipe& recipe_;
  int n_ = tuple(problem_.model);
  std::uint64_t key_;
  word_source random_, random_site_;
  std::vector<std::uint8_t> occupied_;
  int thread_ = 0;
  int drawn_ = 0;  ///< the lattice's site in this step
};

}  // namespace

std::vector<std::uint8_t> replay(const problem& problem, const recipe& recipe, int lattice,
                                 int until, const site_observer& observe) {
  site_by_site lattice_now(problem, recipe, lattice);
  observe(0, lattice_now.sites());
  for (int time = 0; time < until; ++time) {
    const std::int64_t first = std::int64_t{time} * recipe.layout.local;
    for (std::int64_t s = first; s < first + recipe.layout.local; ++s) lattice_now.step(s);
    observe(time + 1, lattice_now.sites());
  }
  return lattice_now.sites();
}

}  // namespace pcpd
