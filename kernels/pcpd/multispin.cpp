#include <omp.h>

#include <algorithm>
#include <vector>

#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/generators.h"
#include "kernels/pcpd/host_lattices.h"
#include "kernels/pcpd/lattice_part.h"
#include "kernels/pcpd/masks.h"
#include "kernels/pcpd/sites.h"
#include "kernels/pcpd/start.h"

namespace pcpd {
namespace {

/// Items that are updated together: enough to fill the widest vector registers of today.
constexpr int together = 16;

/// A lattice in the host's memory, for lattice_part.
struct host_words {
  word* data;
  constexpr word& operator[](int address) const { return data[address]; }
  constexpr void load(int address, word (&l)[together]) const {
    for (int k = 0; k < together; ++k) l[k] = data[address + k];
  }
  constexpr void store(int address, const word (&l)[together]) const {
    for (int k = 0; k < together; ++k) data[address + k] = l[k];
  }
};

template <int Tuple>
void simulate(const problem& problem, outcome& run, int number) {
  using part = lattice_part<Tuple, together, host_words>;
  const layout& shape = run.drawn.layout;
  const std::size_t items = shape.items;
  const auto states =
      stream_states(generator_kind::lfsr113, problem.seed, run.drawn.draw, number * items, items);
  std::vector<bank<lfsr113, together>> banks(items / together);
  std::vector<word> words = start_words(problem, shape, number, 1);
  std::vector<part> parts;
  for (std::size_t i = 0; i < banks.size(); ++i) {
    banks[i].load(states, items, i * together);
    parts.emplace_back(host_words{words.data()}, shape, static_cast<int>(i) * together);
  }
  const printed_masks masks(problem.d, problem.p, problem.decorrelation);
  const std::uint64_t key = site_key(problem.seed, run.drawn.draw, number);
  const bool is_drawn = run.drawn.sites == site_choice::drawn;
  bank<lfsr113, 1> of_sites;
  of_sites.load(
      stream_states(generator_kind::lfsr113, problem.seed, run.drawn.draw, site_stream(number), 1),
      1, 0);
  std::int64_t step = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    for (const std::int64_t due = std::int64_t{run.times[i]} * shape.local; step < due; ++step) {
      const int site = is_drawn ? drawn_site(of_sites.draw_one(), shape.local)
                                : common_site(key, step, shape.local);
      for (std::size_t k = 0; k < parts.size(); ++k) parts[k].update(site, masks, banks[k]);
    }
    const std::size_t place = i * problem.lattices + number;
    run.particles[place] = run.pairs[place] = 0;
    for (const part& each : parts) each.count(run.particles[place], run.pairs[place]);
  }
  std::ranges::copy(words, run.words.begin() + number * shape.words());
}

}  // namespace

outcome run_multispin(const problem& problem, const multispin_plan& plan, int draw) {
  const auto local = static_cast<int>(problem.length / plan.items / bits_of_word);
  outcome run{.times = sample_times(problem.time),
              .lattices = problem.lattices,
              .drawn = {.layout = {plan.items, local},
                        .generator = generator_kind::lfsr113,
                        .sites = plan.sites,
                        .draw = draw}};
  run.particles.resize(run.times.size() * problem.lattices);
  run.pairs.resize(run.particles.size());
  run.words.resize(run.drawn.layout.words() * problem.lattices);
  const int threads = plan.threads == 0 ? omp_get_max_threads() : plan.threads;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (int number = 0; number < problem.lattices; ++number)
    with_tuple(problem.model, [&]<int Tuple>() { simulate<Tuple>(problem, run, number); });
  estimate_densities(run, problem.length);
  return run;
}

}  // namespace pcpd
