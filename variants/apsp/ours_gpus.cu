// Ours on several GPUs: each has the graph and searches from a share of the sources, whole tiles or
// batches. Rows of distances stay where they were found; numbers of pairs are summed on the first
// GPU within the run.
#include <algorithm>

#include "kernels/device/buffer.h"
#include "kernels/device/collectives.h"
#include "variants/apsp/many_sources.h"
#include "variants/apsp/parameters.h"
#include "variants/kit/shared_out.h"

namespace apsp::ours_gpus_variant {

using retime::point;
using shared_search = retime::shared_out<retime::share, distances>;

constexpr double most_together = 2048;  // sources, of which a share is a multiple

/// The graph, and a share of the distances.
double memory_bytes(const point& point) {
  const double distances = rows_memory_bytes(point) / 4, gpus = retime::gpus_of(point);
  return many_sources_memory_bytes(point) - distances +
         distances * std::min(1.0, 1 / gpus + most_together / source_count(point));
}

retime::reason invalid(const point& point) {
  return retime::first_of({retime::too_few_gpus(point),
                           is_histogram(point) ? retime::no_sum_over_gpus(point) : std::nullopt});
}

shared_search::exchange sum_of_pairs(std::size_t gpus) {
  const auto communicator =
      std::make_shared<device::communicator>(retime::several_gpus(gpus).devices());
  return [communicator](const auto& parts, const auto& queues) {
    const auto pairs_at = [&](std::size_t gpu) {
      return static_cast<many_sources&>(*parts[gpu]).pairs_at();
    };
    std::vector<device::summand<unsigned long long>> counts;
    for (std::size_t gpu = 0; gpu < parts.size(); ++gpu)
      counts.push_back({pairs_at(gpu)->data(), queues[gpu]});
    communicator->sum_to_first(counts, pairs_at(0)->size());
  };
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point& point) {
  const auto sources = std::ssize(problem.sources);
  const int gpus = retime::gpus_of(point);
  const chosen_search best = choose_search(problem, (sources + gpus - 1) / gpus);
  const auto shares = retime::shares_of(sources, gpus, best.sources_together);
  const auto search_share = [&](const retime::share& share) {
    apsp::problem part = problem;
    const auto first = problem.sources.begin() + share.first;
    part.sources.assign(first, first + share.count);
    return best.search(part, best.tuning);
  };
  const bool is_summed = problem.histogram_only && shares.size() > 1;
  return std::make_unique<shared_search>(
      shares, search_share, [](distances& all, const distances& next) { all.append(next); },
      is_summed ? sum_of_pairs(shares.size()) : shared_search::exchange{});
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
