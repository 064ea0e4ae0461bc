// Ours on several GPUs: each searches from a share of the sources.
#include <algorithm>

#include "variants/apsp/on_gpus.h"
#include "variants/apsp/parameters.h"
#include "variants/kit/several_gpus.h"

namespace apsp::ours_gpus_variant {

using retime::point;

constexpr double most_together = 2048;  // sources, of which a share is a multiple

/// The graph, and of the distances a share.
double memory_bytes(const point& at) {
  const double distances = rows_memory_bytes(at) / 4, gpus = retime::gpus_of(at);
  return many_sources_memory_bytes(at) - distances +
         distances * std::min(1.0, 1 / gpus + most_together / source_count(at));
}

retime::reason invalid(const point& at) {
  return retime::first_of(
      {retime::too_few_gpus(at), is_histogram(at) ? retime::no_sum_over_gpus(at) : std::nullopt});
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& of, const point& at) {
  const int gpus = retime::gpus_of(at);
  const chosen_search best = choose_search(of, (of.sources.size() + gpus - 1) / gpus);
  return search_on_gpus(of, gpus, best.sources_together,
                        [&](const problem& part) { return best.search(part, best.tuning); });
}

REGISTER_VARIANT(problem, {.id = "ours_gpus",
                           .base = "ours",
                           .axes = {retime::gpus_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .gpus = retime::gpus_of,
                           .work = many_sources_work,
                           .prepare = prepare});

}  // namespace apsp::ours_gpus_variant
