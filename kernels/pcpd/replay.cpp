#include "kernels/pcpd/replay.h"

#include <cmath>
#include <memory>
#include <stdexcept>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/masks.h"
#include "kernels/pcpd/seeding.h"
#include "kernels/pcpd/sites.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// Of all threads of a lattice, their random words.
struct word_source {
  virtual ~word_source() = default;
  virtual void draw(int thread, std::vector<word>& random) = 0;
  virtual word draw_one(int thread) = 0;
};

template <class Generator, int Words>
class banks final : public word_source {
 public:
  banks(const std::vector<word>& states, int items) : banks_(items / Words) {
    for (std::size_t t = 0; t < banks_.size(); ++t) banks_[t].load(states, items, t * Words);
  }
  void draw(int thread, std::vector<word>& random) override {
    word drawn[Words];
    banks_[thread].draw(drawn);
    random.assign(drawn, drawn + Words);
  }
  word draw_one(int thread) override { return banks_[thread].draw_one(); }

 private:
  std::vector<bank<Generator, Words>> banks_;
};

template <class Generator>
std::unique_ptr<word_source> source_of(const recipe& drawn, const std::vector<word>& states) {
  const int items = drawn.layout.items;
  switch (drawn.words) {
    case 1:
      return std::make_unique<banks<Generator, 1>>(states, items);
    case 2:
      return std::make_unique<banks<Generator, 2>>(states, items);
    case 4:
      return std::make_unique<banks<Generator, 4>>(states, items);
    case 8:
      return std::make_unique<banks<Generator, 8>>(states, items);
    default:
      throw std::logic_error("no bank of so many words");
  }
}

std::unique_ptr<word_source> source_of(const problem& given, const recipe& drawn, int lattice) {
  const std::size_t items = drawn.layout.items;
  const auto states =
      stream_states(drawn.generator, given.seed, drawn.draw, lattice * items, items);
  switch (drawn.generator) {
    case generator_kind::lfsr113:
      return source_of<lfsr113>(drawn, states);
    case generator_kind::well512:
      return source_of<well512>(drawn, states);
    case generator_kind::philox:
      return source_of<philox<10>>(drawn, states);
    case generator_kind::philox7:
      return source_of<philox<7>>(drawn, states);
    case generator_kind::mwc64x:
      return source_of<mwc64x>(drawn, states);
    case generator_kind::own:
      break;
  }
  throw std::logic_error("a variant's own generator has a name");
}

/// One lane: a bit of one of the words that a thread updates together.
struct lane {
  std::int64_t site;
  bool diffuses = false, reacts = false, annihilates = false;
};

class site_by_site {
 public:
  site_by_site(const problem& given, const recipe& drawn, int lattice)
      : given_(given),
        drawn_(drawn),
        key_(site_key(given.seed, drawn.draw, lattice)),
        random_(source_of(given, drawn, lattice)),
        sites_(given.length),
        lanes_(std::size_t(drawn.words) * bits_of_word) {
    for (std::int64_t s = 0; s < given.length; ++s)
      sites_[s] = occupied_at_start(given, lattice, s);
  }

  const std::vector<std::uint8_t>& sites() const { return sites_; }

  void step(std::int64_t s) {
    for (int thread = 0; thread < drawn_.layout.items / drawn_.words; ++thread) {
      thread_ = thread;
      place_lanes(s);
      if (drawn_.masks == mask_kind::lazy) {
        decide(
            given_.d, [](const lane&) { return true; }, &lane::diffuses);
      } else {
        diffusion_by_digits();
      }
      for (lane& each : lanes_) each.reacts = !each.diffuses && tuple_at(each.site);
      switch (drawn_.masks) {
        case mask_kind::printed:
          printed_annihilation();
          break;
        case mask_kind::digits:
          annihilation_by_digits();
          break;
        case mask_kind::lazy:
          decide(
              given_.p, [](const lane& each) { return each.reacts; }, &lane::annihilates);
      }
      const auto high = draw();
      for (std::size_t i = 0; i < lanes_.size(); ++i) move(lanes_[i], bit(high, i));
    }
  }

 private:
  std::uint8_t& at(std::int64_t site) { return sites_[(site + given_.length) % given_.length]; }
  bool tuple_at(std::int64_t site) {
    for (int i = 0; i < tuple(given_.model); ++i)
      if (at(site + i) == 0) return false;
    return true;
  }

  std::vector<word> draw() {
    std::vector<word> random;
    random_->draw(thread_, random);
    return random;
  }
  static bool bit(const std::vector<word>& words, std::size_t lane) {
    return words[lane / bits_of_word] >> (lane % bits_of_word) & 1;
  }

  int local_site(std::int64_t s) {
    constexpr int warp = 32;
    const int local = drawn_.layout.local;
    switch (drawn_.sites) {
      case site_choice::per_warp:
        return site_in_half(halves(key_, s), s, warp_word(key_, thread_ / warp, s), local);
      case site_choice::per_thread:
        return site_in_half(halves(key_, s), s, random_->draw_one(thread_), local);
      case site_choice::per_lattice:
        break;
    }
    return common_site(key_, s, local);
  }

  void place_lanes(std::int64_t s) {
    const layout& shape = drawn_.layout;
    const int local = local_site(s);
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const std::int64_t item =
          thread_ * drawn_.words + static_cast<std::int64_t>(i) / bits_of_word;
      const std::int64_t place = static_cast<std::int64_t>(i) % bits_of_word;
      lanes_[i] = {place * shape.words() + item * shape.local + local};
    }
  }

  /// Of the digits, the first one whose random bit is 0 decides; the last one was drawn first. If
  /// none is, `rest`.
  static bool decided(const std::vector<std::vector<word>>& random, std::size_t lane,
                      std::uint64_t digits, bool rest) {
    for (std::size_t digit = random.size(); digit-- > 0;)
      if (!bit(random[digit], lane)) return digits >> digit & 1;
    return rest;
  }

  std::vector<std::vector<word>> draw_many(int count) {
    std::vector<std::vector<word>> random(count);
    for (auto& words : random) words = draw();
    return random;
  }

  void diffusion_by_digits() {
    const probability d(given_.d);
    const int digits = d.length();
    const auto random = draw_many(digits);
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      lanes_[i].diffuses =
          d.certain || (digits > 0 && decided(random, i, d.bits >> (bits_of_word - digits), false));
    }
  }

  void printed_annihilation() {
    const auto all_or_none = draw();
    const auto random = draw_many(given_.decorrelation);
    const double limit = given_.p * (1 << given_.decorrelation);
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      bool drawn = all_or_none[i / bits_of_word] < limit * 0x1p32;
      for (const auto& words : random) drawn = drawn && bit(words, i);
      lanes_[i].annihilates = drawn;
    }
  }

  void annihilation_by_digits() {
    const auto all_or_none = draw();
    const auto random = draw_many(digit_masks::digits);
    const double scaled = given_.p * (1 << digit_masks::digits), whole = std::floor(scaled);
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const bool rest = all_or_none[i / bits_of_word] < (scaled - whole) * 0x1p32;
      lanes_[i].annihilates =
          given_.p == 1 || decided(random, i, static_cast<std::uint64_t>(whole), rest);
    }
  }

  /// Digit by digit, until the first random bit that is 0 has been seen by all lanes that matter.
  template <class Matters>
  void decide(double limit, Matters matters, bool lane::*result) {
    const probability wanted(limit);
    std::vector<bool> open(lanes_.size());
    bool any = false;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      open[i] = matters(lanes_[i]);
      lanes_[i].*result = wanted.certain && open[i];
      any = any || open[i];
    }
    const int digits = wanted.length();
    for (int digit = 0; digit < digits && any; ++digit) {
      const auto random = draw();
      any = false;
      for (std::size_t i = 0; i < lanes_.size(); ++i) {
        if (open[i] && !bit(random, i)) {
          lanes_[i].*result = wanted.bits >> (bits_of_word - 1 - digit) & 1;
          open[i] = false;
        }
        any = any || open[i];
      }
    }
  }

  void move(const lane& each, bool high) {
    const int n = tuple(given_.model);
    if (each.diffuses) {
      std::swap(at(each.site), at(each.site + 1));
    } else if (each.reacts && each.annihilates) {
      for (int i = 0; i < n; ++i) at(each.site + i) = 0;
    } else if (each.reacts) {
      at(high ? each.site + n : each.site - 1) = 1;
    }
  }

  const problem& given_;
  const recipe& drawn_;
  std::uint64_t key_;
  std::unique_ptr<word_source> random_;
  std::vector<std::uint8_t> sites_;
  std::vector<lane> lanes_;
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
