#include "kernels/pcpd/replay.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/masks.h"
#include "kernels/pcpd/seeding.h"
#include "kernels/pcpd/sites.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// The next random word of a stream: those of a lattice are its items'.
using word_source = std::function<word(int stream)>;

template <class Generator>
word_source source_of(const std::vector<word>& states, int items) {
  std::vector<bank<Generator, 1>> streams(items);
  for (int i = 0; i < items; ++i) streams[i].load(states, items, i);
  return [streams](int stream) mutable { return streams[stream].draw_one(); };
}

word_source source_of(const problem& given, const recipe& drawn, int lattice) {
  const int items = drawn.layout.items;
  const auto states = stream_states(drawn.generator, given.seed, drawn.draw,
                                    static_cast<std::size_t>(lattice) * items, items);
  switch (drawn.generator) {
    case generator_kind::lfsr113:
      return source_of<lfsr113>(states, items);
    case generator_kind::well512:
      return source_of<well512>(states, items);
    case generator_kind::philox:
      return source_of<philox<10>>(states, items);
    case generator_kind::philox7:
      return source_of<philox<7>>(states, items);
    case generator_kind::mwc64x:
      return source_of<mwc64x>(states, items);
    case generator_kind::own:
      break;
  }
  throw std::logic_error("a variant's own generator has a name");
}

/// Of the sites that a thread looks at together, 32 for each of its items: who is chosen.
using chosen = std::vector<bool>;

class site_by_site {
 public:
  site_by_site(const problem& given, const recipe& drawn, int lattice)
      : given_(given),
        drawn_(drawn),
        key_(site_key(given.seed, drawn.draw, lattice)),
        random_(source_of(given, drawn, lattice)),
        occupied_(given.length) {
    for (std::int64_t s = 0; s < given.length; ++s)
      occupied_[s] = occupied_at_start(given, lattice, s);
  }

  const std::vector<std::uint8_t>& sites() const { return occupied_; }

  void step(std::int64_t s) {
    for (int thread = 0; thread < drawn_.layout.items / drawn_.words; ++thread) {
      thread_ = thread;
      const auto sites = sites_looked_at(s);
      const chosen diffuse = diffusion(sites.size());
      chosen react(sites.size());
      for (std::size_t i = 0; i < sites.size(); ++i) react[i] = !diffuse[i] && tuple_at(sites[i]);
      const chosen annihilate = annihilation(react);
      const auto high = draw();
      for (std::size_t i = 0; i < sites.size(); ++i) {
        if (diffuse[i]) {
          std::swap(at(sites[i]), at(sites[i] + 1));
        } else if (react[i] && annihilate[i]) {
          for (int k = 0; k < n_; ++k) at(sites[i] + k) = 0;
        } else if (react[i]) {
          at(bit(high, i) ? sites[i] + n_ : sites[i] - 1) = 1;
        }
      }
    }
  }

 private:
  /// `site`: at most a ring's length from those of the ring.
  std::uint8_t& at(std::int64_t site) {
    if (site < 0) site += given_.length;
    if (site >= given_.length) site -= given_.length;
    return occupied_[site];
  }
  bool tuple_at(std::int64_t site) {
    for (int k = 0; k < n_; ++k)
      if (at(site + k) == 0) return false;
    return true;
  }

  /// The thread's next words, one for each of its items: of as many streams, or, where the
  /// generator counts, of the first one's.
  std::vector<word> draw() {
    const bool counts =
        drawn_.generator == generator_kind::philox || drawn_.generator == generator_kind::philox7;
    std::vector<word> random;
    for (int k = 0; k < drawn_.words; ++k)
      random.push_back(random_(thread_ * drawn_.words + (counts ? 0 : k)));
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
    const layout& shape = drawn_.layout;
    const int local = local_site(s);
    std::vector<std::int64_t> sites;
    for (int k = 0; k < drawn_.words; ++k) {
      const std::int64_t item = thread_ * drawn_.words + k;
      for (int place = 0; place < bits_of_word; ++place)
        sites.push_back(place * shape.words() + item * shape.local + local);
    }
    return sites;
  }
  int local_site(std::int64_t s) {
    constexpr int warp = 32;
    const int local = drawn_.layout.local;
    switch (drawn_.sites) {
      case site_choice::per_warp:
        return site_in_half(halves(key_, s), s, warp_word(key_, thread_ / warp, s), local);
      case site_choice::per_thread:
        return site_in_half(halves(key_, s), s, random_(thread_), local);
      case site_choice::per_lattice:
        break;
    }
    return common_site(key_, s, local);
  }

  chosen diffusion(std::size_t count) {
    const probability d(given_.d);
    if (drawn_.masks == mask_kind::lazy) return digit_after_digit(d, chosen(count, true));
    const auto random = draw_many(d.length());
    chosen result(count, d.certain);
    for (std::size_t i = 0; i < count && d.bits != 0; ++i)
      result[i] = decided(random, i, d.bits >> (bits_of_word - d.length()), false);
    return result;
  }

  /// As printed, k words ANDed are k digits 0, and 2^k p is left; else p has digits of its own.
  chosen annihilation(const chosen& react) {
    if (drawn_.masks == mask_kind::lazy) return digit_after_digit(probability(given_.p), react);
    const bool printed = drawn_.masks == mask_kind::printed;
    const auto first = draw();
    const auto random = draw_many(printed ? given_.decorrelation : digit_masks::digits);
    const double scaled = std::ldexp(given_.p, static_cast<int>(random.size()));
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

  /// Of binary digits the first one whose random bit is 0 decides; the last one was drawn first. If
  /// none is, `rest`.
  static bool decided(const std::vector<std::vector<word>>& random, std::size_t i,
                      std::uint64_t digits, bool rest) {
    for (std::size_t digit = random.size(); digit-- > 0;)
      if (!bit(random[digit], i)) return digits >> digit & 1;
    return rest;
  }

  /// The same with the first digit drawn first, for as long as anybody who matters is undecided.
  chosen digit_after_digit(const probability& wanted, chosen undecided) {
    chosen result(undecided.size());
    if (wanted.certain) result = undecided;
    for (word digits = wanted.bits; digits != 0; digits <<= 1) {
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

  const problem& given_;
  const recipe& drawn_;
  int n_ = tuple(given_.model);
  std::uint64_t key_;
  word_source random_;
  std::vector<std::uint8_t> occupied_;
  int thread_ = 0;
};

}  // namespace

std::vector<std::uint8_t> replay(const problem& given, const recipe& drawn, int lattice, int until,
                                 const site_observer& observe) {
  site_by_site lattice_now(given, drawn, lattice);
  observe(0, lattice_now.sites());
  for (int time = 0; time < until; ++time) {
    const std::int64_t from = std::int64_t{time} * drawn.layout.local;
    for (std::int64_t s = from; s < from + drawn.layout.local; ++s) lattice_now.step(s);
    observe(time + 1, lattice_now.sites());
  }
  return lattice_now.sites();
}

}  // namespace pcpd
