// A run on the device as the harness runs it.
#pragma once

#include <memory>

#include "kernels/pcpd/curand_bank.cuh"
#include "kernels/pcpd/device_lattices.cuh"
#include "kernels/pcpd/masks.h"
#include "variants/pcpd/axes.h"

namespace pcpd {

using runner = std::unique_ptr<retime::runner<outcome>>;

template <class Rules>
class device_runner final : public retime::runner<outcome> {
 public:
  device_runner(const char* name, const problem& problem, const recipe& drawn,
                const launch_plan& how)
      : name_(name), lattices_(problem, drawn, how) {}

  void reset() override { lattices_.reset(); }
  void run(device::stream& queue) override { lattices_.run(queue); }
  outcome answer() override { return lattices_.collect(); }
  std::optional<retime::launch_report> launch() const override { return lattices_.report(name_); }

 private:
  const char* name_;
  device_lattices<Rules> lattices_;
};

/// The generator that stands for each name.
template <class Generator>
inline constexpr generator_kind kind_of = generator_kind::lfsr113;
template <>
inline constexpr generator_kind kind_of<well512> = generator_kind::well512;
template <>
inline constexpr generator_kind kind_of<curand_philox> = generator_kind::philox;
template <>
inline constexpr generator_kind kind_of<philox<7>> = generator_kind::philox7;
template <>
inline constexpr generator_kind kind_of<mwc64x> = generator_kind::mwc64x;

template <class Masks>
inline constexpr mask_kind mask_kind_of = mask_kind::printed;
template <>
inline constexpr mask_kind mask_kind_of<digit_masks> = mask_kind::digits;
template <>
inline constexpr mask_kind mask_kind_of<lazy_masks> = mask_kind::lazy;

/// What a variant compiles in, beside the tuple.
template <class Generator, class Masks, int Words = 1, site_choice Sites = site_choice::per_lattice,
          bool Shared = false>
struct compiled {
  template <int Tuple>
  using rules = pcpd::rules<Tuple, Generator, Masks, Words, Sites, Shared>;

  static runner prepare(const char* name, const problem& problem, const retime::point& tuning) {
    const auto items = static_cast<int>(items_of(tuning));
    const recipe drawn{.layout = {items, static_cast<int>(problem.length / bits_of_word / items)},
                       .generator = kind_of<Generator>,
                       .words = Words,
                       .masks = mask_kind_of<Masks>,
                       .sites = Sites};
    const launch_plan how{static_cast<unsigned>(tuning.integer("block")),
                          static_cast<int>(tuning.integer("lattices_in_flight"))};
    const auto make = [&]<int Tuple>() -> runner {
      return std::make_unique<device_runner<rules<Tuple>>>(name, problem, drawn, how);
    };
    switch (problem.model) {
      case model::dp:
        return make.template operator()<1>();
      case model::tcpd:
        return make.template operator()<3>();
      case model::qcpd:
        return make.template operator()<4>();
      case model::pcpd:
        break;
    }
    return make.template operator()<2>();
  }
};

}  // namespace pcpd
