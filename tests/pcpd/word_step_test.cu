// A step of the words is Algorithm 1 at every site that it looks at, across every edge of the
// layout; the random words are the test's.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/pcpd/simulate.cuh"

namespace pcpd {
namespace {

/// Draws words at random, and remembers them.
struct test_bank {
  void draw(auto& random) {
    for (word& each : random) drawn.push_back(each = word(source()));
  }
  std::mt19937 source{};
  std::vector<word> drawn{};
};
struct masks_of_one_word {
  void diffusion(test_bank& bank, auto& mask) const { bank.draw(mask); }
  void annihilation(test_bank& bank, const auto&, auto& mask) const { bank.draw(mask); }
};

/// All items, each at its local site i.
template <int Tuple, int Words>
void update(const layout& shape, std::vector<word>& words, int i, test_bank& bank) {
  const device_words memory({words.data(), words.size()});
  for (int item = 0; item < shape.items; item += Words) {
    lattice_part<Tuple, Words, device_words> part(memory, shape, item);
    part.update(i, masks_of_one_word{}, bank);
  }
}

using ring = std::vector<char>;

ring sites_of(const layout& shape, const std::vector<word>& words) {
  ring sites;
  for (std::int64_t s = 0; s < shape.sites(); ++s)
    sites.push_back(words[shape.address(s)] >> shape.bit(s) & 1);
  return sites;
}

/// Algorithm 1 at one site, as the model is defined.
void move(ring& sites, std::size_t site, int tuple, bool diffuses, bool annihilates, bool high) {
  const auto at = [&](std::size_t s) -> char& { return sites[s % sites.size()]; };
  if (diffuses) return std::swap(at(site), at(site + 1));
  for (int k = 0; k < tuple; ++k)
    if (!at(site + k)) return;
  if (!annihilates) at(high ? site + tuple : site + sites.size() - 1) = 1;
  for (int k = 0; annihilates && k < tuple; ++k) at(site + k) = 0;
}

template <int Tuple, int Words>
void expect_algorithm_1() {
  const layout shape{4, std::max(4, Tuple + 2)};
  test_bank bank{.source = std::mt19937(Tuple)};
  for (int round = 0; round < 40 * shape.local; ++round) {
    const int i = round % shape.local;
    std::vector<word> words(shape.words());
    for (word& each : words) each = word(bank.source() | bank.source());  // 3/4 are occupied
    ring expected = sites_of(shape, words);
    bank.drawn.clear();
    update<Tuple, Words>(shape, words, i, bank);
    for (int item = 0; item < shape.items; ++item) {
      for (int bit = 0; bit < bits_of_word; ++bit) {
        const auto drawn = [&](int kind) {
          return (bank.drawn[(item / Words * 3 + kind) * Words + item % Words] >> bit & 1) != 0;
        };
        move(expected, (bit * shape.items + item) * shape.local + i, Tuple, drawn(0), drawn(1),
             drawn(2));
      }
    }
    ASSERT_EQ(sites_of(shape, words), expected) << "tuple " << Tuple << ", local site " << i;
  }
}

TEST(PcpdWordStep, IsAlgorithm1AtEverySiteOfTheRing) {
  expect_algorithm_1<1, 1>();
  expect_algorithm_1<2, 1>();
  expect_algorithm_1<3, 2>();
  expect_algorithm_1<4, 1>();
  expect_algorithm_1<2, 2>();
  expect_algorithm_1<1, 4>();
  expect_algorithm_1<4, 4>();
}

TEST(PcpdSites, AreDrawnAlikeAndThoseOfItemsNeverTouch) {
  for (int tuple = 1; tuple <= 4; ++tuple) {
    const int local = 2 * (tuple + 1), steps = 40000;  // the fewest sites that are allowed
    std::vector<int> drawn(local), common(local), own(local);
    std::mt19937 random(tuple);
    for (int s = 0; s < steps; ++s) {
      ++drawn[drawn_site(word(random()), local)];
      ++common[common_site(9, s, local)];
      const word half = halves(9, s);
      const int mine = site_in_half(half, s, word(random()), local);
      const int next_items = site_in_half(half, s, word(random()), local);
      ++own[mine];
      ASSERT_LT(mine + tuple, local + next_items - 1) << "step " << s << ", tuple " << tuple;
    }
    for (const auto& counts : {drawn, common, own})
      for (const int count : counts)
        EXPECT_NEAR(count, steps / local, 5 * std::sqrt(steps / local));
  }
}

}  // namespace
}  // namespace pcpd
