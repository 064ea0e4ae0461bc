// What a variant on the GPU is made of, and its run as the harness runs it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "kernels/pcpd/curand_bank.cuh"
#include "kernels/pcpd/device_lattices.cuh"
#include "kernels/pcpd/masks.h"
#include "variants/pcpd/axes.h"

namespace pcpd {

/// Generators that a variant has been compiled for; the first is its own.
template <class Own, class... Others>
struct drawn_from {
  static std::vector<generator_kind> kinds() { return {Own::kind, Others::kind...}; }
};

/// What the printed program compiles in. A variant derives from it and names what it has instead.
struct printed_program {
  using generators = drawn_from<lfsr113>;
  using masks = printed_masks;
  static constexpr site_choice sites = site_choice::per_lattice;
  static constexpr bool draws_sites = false;             ///< has the axis sites
  static constexpr bool shared = false;                  ///< the lattice in shared memory
  static constexpr bool several_words_a_thread = false;  ///< has the axis words_per_thread
};

template <class Rules>
class device_runner final : public retime::runner<outcome> {
 public:
  device_runner(std::string name, const problem& problem, const recipe& recipe,
                const launch_plan& plan)
      : name_(std::move(name)), lattices_(problem, recipe, plan) {}

  void reset() override { lattices_.reset(); }
  void run(device::stream& queue) override { lattices_.run(queue); }
  outcome answer() override { return lattices_.collect(); }
  std::optional<retime::launch_report> launch() const override {
    return lattices_.report(name_.c_str());
  }

 private:
  std::string name_;
  device_lattices<Rules> lattices_;
};

/// A variant's runs: a point gets the kernel that was compiled for it.
template <class Program>
struct device_runs {
  using runner = std::unique_ptr<retime::runner<outcome>>;
  std::string name;

  runner operator()(const problem& problem, const retime::point& tuning) const {
    return with_words(typename Program::generators{}, problem, tuning);
  }

 private:
  template <class Own, class... Others>
  runner with_words(drawn_from<Own, Others...> generators, const problem& problem,
                    const retime::point& tuning) const {
    if constexpr (Program::several_words_a_thread) {
      return words_per_thread.dispatch(
          tuning, [&]<int Words>() { return with_generator<Words>(generators, problem, tuning); });
    } else {
      return with_generator<1>(generators, problem, tuning);
    }
  }

  template <int Words, class Own, class... Others>
  runner with_generator(drawn_from<Own, Others...>, const problem& problem,
                        const retime::point& tuning) const {
    runner other;
    const bool is_other = ((Others::kind == problem.generator &&
                            (other = compiled<Words, Others>(problem, tuning))) ||
                           ...);
    return is_other ? std::move(other) : compiled<Words, Own>(problem, tuning);
  }

  template <int Words, class Generator>
  runner compiled(const problem& problem, const retime::point& tuning) const {
    if constexpr (Program::draws_sites) {
      if (sites_of(tuning) == site_choice::drawn)
        return with_sites<Words, Generator, site_choice::drawn>(problem, tuning);
    }
    return with_sites<Words, Generator, Program::sites>(problem, tuning);
  }

  template <int Words, class Generator, site_choice Sites>
  runner with_sites(const problem& problem, const retime::point& tuning) const {
    const auto items = static_cast<int>(items_of(tuning));
    const recipe recipe{.layout = {items, static_cast<int>(problem.length / bits_of_word / items)},
                        .generator = Generator::kind,
                        .words = Words,
                        .masks = Program::masks::kind,
                        .sites = Sites};
    const launch_plan plan{static_cast<unsigned>(tuning.integer("block")),
                           static_cast<int>(tuning.integer("lattices_in_flight"))};
    return with_tuple(problem.model, [&]<int Tuple>() -> runner {
      using fixed = rules<Tuple, Generator, typename Program::masks, Words, Sites, Program::shared>;
      return std::make_unique<device_runner<fixed>>(name, problem, recipe, plan);
    });
  }
};

template <class Program>
traits traits_of() {
  return {.generators = Program::generators::kinds(),
          .printed_masks = Program::masks::kind == mask_kind::printed,
          .common_site = Program::sites == site_choice::per_lattice,
          .in_shared_memory = Program::shared};
}

/// A variant on the GPU. `label`: that of the paper, if it prints the program.
template <class Program>
retime::variant_form<problem> device_variant(const std::string& id, const std::string& label = "",
                                             const std::string& base = "multispin") {
  retime::variant_form<problem> form;
  form.id = id;
  if (!label.empty()) form.paper = {"schram_2012", label}, form.printed = {{"block", 64}};
  if (Program::draws_sites) form.printed["sites"] = "generator";
  form.base = base;
  form.axes = {block_axis()};
  if (Program::several_words_a_thread) form.axes.push_back(words_per_thread.axis());
  if (Program::draws_sites) form.axes.push_back(sites_axis());
  form.axes.push_back(in_flight_axis());
  form.invalid = [](const retime::point& point) {
    return invalid_for(traits_of<Program>(), point);
  };
  form.memory_bytes = [](const retime::point& point) {
    return memory_bytes(traits_of<Program>(), point);
  };
  form.work = work_of;
  form.prepare = device_runs<Program>{id};
  return form;
}

}  // namespace pcpd
