// The lattices of a run in device memory, and its launches.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/pcpd/generators.h"
#include "kernels/pcpd/problem.h"
#include "kernels/pcpd/simulate.cuh"
#include "kernels/pcpd/start.h"

namespace pcpd {

/// How a run is launched; its answer does not depend on it.
struct launch_plan {
  unsigned threads = 64;  ///< of a block
  int in_flight = 4096;   ///< lattices launched together
};

template <class Rules>
class device_lattices {
 public:
  device_lattices(const problem& problem, const recipe& recipe, const launch_plan& plan)
      : problem_(problem),
        recipe_(recipe),
        plan_(plan),
        times_(sample_times(problem.time)),
        masks_(problem.d, problem.p, problem.decorrelation),
        lattices_(problem.lattices * recipe.layout.words()),
        start_(problem.start == start_kind::full ? 0 : lattices_.size()),
        states_(streams() * state_words(recipe.generator)),
        site_states_(Rules::sites == site_choice::drawn
                         ? std::size_t(problem.lattices) * state_words(recipe.generator)
                         : 0),
        particles_(times_.size() * problem.lattices),
        pairs_(particles_.size()) {
    for (const int time : times_) sample_steps_.push_back(std::int64_t{time} * recipe.layout.local);
    due_ = device::buffer<std::int64_t>(sample_steps_.size() + 1);
    std::vector<std::int64_t> due = sample_steps_;
    due.push_back(-1);
    due_.upload(due);
    if (start_.size() != 0)
      start_.upload(start_words(problem, recipe.layout, problem.first_lattice, problem.lattices));
    if constexpr (Rules::shared) device::max_shared(simulate<Rules>, shape(1).shared_bytes);
  }

  /// Each time other random numbers, those of the next draw.
  void reset() {
    const std::size_t first = std::size_t(problem_.first_lattice) * recipe_.layout.items;
    recipe_.draw = next_draw_++;
    states_.upload(stream_states(recipe_.generator, problem_.seed, recipe_.draw, first, streams()));
    if (site_states_.size() != 0) {
      site_states_.upload(stream_states(recipe_.generator, problem_.seed, recipe_.draw,
                                        site_stream(problem_.first_lattice), problem_.lattices));
    }
    lattices_.poison();
    particles_.poison();
    pairs_.poison();
  }

  void run(device::stream& queue) {
    if (start_.size() == 0) {
      lattices_.fill_bytes(0xff, queue);
    } else {
      lattices_.copy_from(start_, queue);
    }
    particles_.fill_bytes(0, queue);
    pairs_.fill_bytes(0, queue);
    for (int first = 0; first < problem_.lattices; first += plan_.in_flight)
      launch(queue, first, std::min(plan_.in_flight, problem_.lattices - first));
  }

  outcome collect() const {
    outcome run{.times = times_,
                .particles = particles_.to_host(),
                .pairs = pairs_.to_host(),
                .lattices = problem_.lattices,
                .words = lattices_.to_host(),
                .drawn = recipe_};
    estimate_densities(run, problem_.length);
    return run;
  }

  device::launch_report report(const char* name) const {
    return device::describe(name, simulate<Rules>,
                            shape(std::min(plan_.in_flight, problem_.lattices)));
  }

 private:
  /// A launch takes this many steps at most, well below a second each, so that a screen's GPU stays
  /// alive.
  static constexpr std::int64_t most_steps = 1 << 17;

  void launch(device::stream& queue, int first_lattice, int count) {
    const std::int64_t steps = sample_steps_.back();
    run_part part{.layout = recipe_.layout,
                  .lattice = first_lattice,
                  .lattices = problem_.lattices,
                  .first_lattice = problem_.first_lattice,
                  .seed = problem_.seed,
                  .draw = recipe_.draw};
    for (; part.first <= steps; part.first = part.last + 1) {
      part.last = std::min(part.first + most_steps - 1, steps);
      device::launch(queue, simulate<Rules>, shape(count), part, masks_, lattices_.view(),
                     states_.view(), site_states_.view(), due_.view(), particles_.view(),
                     pairs_.view());
      while (part.sample < static_cast<int>(times_.size()) &&
             sample_steps_[part.sample] <= part.last)
        ++part.sample;
    }
  }

  device::launch_shape shape(int lattices) const {
    return {.grid = dim3(static_cast<unsigned>(lattices)),
            .block = dim3(plan_.threads),
            .shared_bytes = Rules::shared ? recipe_.layout.words() * sizeof(word) : 0};
  }

  std::size_t streams() const { return std::size_t(problem_.lattices) * recipe_.layout.items; }

  const problem& problem_;
  pcpd::recipe recipe_;
  int next_draw_ = 0;
  launch_plan plan_;
  std::vector<int> times_;
  std::vector<std::int64_t> sample_steps_;
  typename Rules::masks masks_;
  device::buffer<word> lattices_, start_, states_, site_states_;
  device::buffer<std::int64_t> due_;
  device::buffer<unsigned> particles_, pairs_;
};

}  // namespace pcpd
