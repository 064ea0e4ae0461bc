#include "variants/pcpd/axes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/pcpd/generators.h"
#include "variants/pcpd/parameters.h"

namespace pcpd {

using retime::axis_value;
using retime::reason;

namespace {

constexpr std::int64_t most_shared_bytes = 227 * 1024;  // of a block, compute capability 9.0

reason invalid_layout(const traits& variant, const retime::point& point) {
  const std::int64_t items = items_of(point), length = length_of(point);
  const int n = tuple(model_of(point));
  const std::int64_t least = variant.common_site ? std::max(4, n + 2) : 2 * (n + 1);
  const std::int64_t row = bits_of_word * items * (variant.common_site ? 1 : 2);
  if (length % row != 0 || length / (bits_of_word * items) < least) {
    return fmt::format("length={}: {} work-items take a multiple of {} sites, at least {}", length,
                       items, row, least * bits_of_word * items);
  }
  if (variant.in_shared_memory && length / 8 > most_shared_bytes) {
    return fmt::format("length={}: a block's shared memory holds {} sites at most", length,
                       most_shared_bytes * 8);
  }
  return std::nullopt;
}

reason invalid_annihilation(const traits& variant, const retime::point& point) {
  const double p = point.real("p");
  const auto words = point.integer("decorrelation");
  if (!variant.printed_masks || p * static_cast<double>(1 << words) <= 1) return std::nullopt;
  return fmt::format("p={}: {} AND words draw at most {}; give a smaller decorrelation", p, words,
                     1.0 / (1 << words));
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  return {
      {.name = "model",
       .help = "particles that react: dp 1, pcpd 2, tcpd 3, qcpd 4",
       .default_value = "pcpd",
       .smoke = {"pcpd", "dp"},
       .check = retime::one_of({std::begin(model_names), std::end(model_names)})},
      {.name = "p",
       .help = "probability of annihilation, if particles react",
       .default_value = 0.152473,
       .check = retime::between(0, 1)},
      {.name = "d",
       .help = "probability of diffusion",
       .default_value = 0.5,
       .smoke = {0.5, 0.75},
       .paper = {0.25, 0.5, 0.75},
       .check = retime::between(0, 1)},
      {.name = "length",
       .help = "sites of a lattice; auto: those of the start file, else 2^18",
       .default_value = "auto",
       .smoke = {"49152"},
       .check = retime::matching("auto|[1-9][0-9]{1,9}", "auto, or a whole number of at least 10"),
       .always_in_key = true},
      {.name = "time",
       .help = "of a run, in attempted moves a site",
       .default_value = 100,
       .smoke = {4},
       .paper = {1000},
       .check = retime::between(1, 1e8),
       .always_in_key = true},
      {.name = "lattices",
       .help = "independent lattices",
       .default_value = 1848,
       .smoke = {16},
       .quick = {4, 1848},
       .paper = {132, 264, 528, 924, 1848, 3696},
       .check = retime::between(1, 1e6),
       .always_in_key = true},
      {.name = "start",
       .help = "full, random:DENSITY, or a .npy file of 0 and 1",
       .default_value = "full"},
      {.name = "decorrelation",
       .help = "words ANDed for the annihilation, where it is drawn as printed",
       .default_value = 2,
       .check = retime::between(0, 2)},
      {.name = "generator",
       .help = "own (the variant's), lfsr113, well512, philox (cuRAND's), philox7, mwc64x",
       .default_value = "own",
       .check = retime::one_of({std::begin(generator_names), std::end(generator_names)})},
      {.name = "seed",
       .help = "of all random numbers",
       .default_value = 1,
       .check = retime::at_least(0)},
  };
}

retime::tuning_axis block_axis() { return retime::tuning("block", {32, 64, 128, 256, 512}, 64); }

retime::tuning_axis in_flight_axis() {
  return retime::tuning("lattices_in_flight", {4224, 264, 924, 1848});
}

site_choice sites_of(const retime::point& point) {
  return point.text("sites") == "generator" ? site_choice::drawn : site_choice::per_lattice;
}

std::int64_t items_of(const retime::point& point) {
  const bool several = point.has(words_per_thread.name);
  return point.integer("block") * (several ? point.integer(words_per_thread.name) : 1);
}

reason invalid_generator(const std::vector<generator_kind>& drawn_from,
                         const retime::point& point) {
  const generator_kind generator = generator_of(point);
  if (generator == generator_kind::own || std::ranges::count(drawn_from, generator) > 0)
    return std::nullopt;
  std::vector<std::string> names;
  for (const generator_kind each : drawn_from)
    names.push_back(generator_names[static_cast<int>(each)]);
  return fmt::format("generator={}: this variant draws from {}", point.text("generator"),
                     fmt::join(names, ", "));
}

reason invalid_for(const traits& variant, const retime::point& point) {
  const bool several = point.has(words_per_thread.name);
  return retime::first_of({retime::outside(point, "block", {32, 512, retime::warp}),
                           several ? words_per_thread.invalid(point) : std::nullopt,
                           point.has("lattices_in_flight")
                               ? retime::outside(point, "lattices_in_flight", {1, 1 << 20})
                               : std::nullopt,
                           invalid_generator(variant.generators, point),
                           invalid_annihilation(variant, point), invalid_layout(variant, point)});
}

reason too_many_moves(const retime::point& point, double most) {
  const double moves = moves_of(point);
  if (moves <= most) return std::nullopt;
  return fmt::format("lattices={}: {:.2g} moves take too long, more than {:.2g}",
                     point.integer("lattices"), moves, most);
}

double memory_bytes(const traits& variant, const retime::point& point) {
  const double lattice = static_cast<double>(length_of(point)) / 8;
  const bool copied = point.text("start") != "full";
  const generator_kind generator = generator_of(point);
  const int numbers =
      state_words(generator == generator_kind::own ? variant.generators.front() : generator);
  const double states =
      point.has("block") ? 4.0 * numbers * static_cast<double>(items_of(point)) : 0;
  return point.real("lattices") * (lattice * (copied ? 2 : 1) + states);
}

retime::work work_of(const problem& problem, const retime::point&) {
  const double sites = static_cast<double>(problem.length) * problem.lattices;
  const double moves = sites * problem.time;
  const double bits_of_move = 2.0 * std::max(3, tuple(problem.model) + 2);
  return {.bytes = sites / 8,
          .items = moves,
          .item = "move",
          .observables = {{"moves", moves}, {"bytes_per_move", bits_of_move / 8}}};
}

}  // namespace pcpd
