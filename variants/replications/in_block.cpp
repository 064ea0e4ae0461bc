// Ours: a replication shared by the threads of a block, or of several where a model's items do not
// depend on one another. It wins where replications are few: a GPU wants many threads, and
// hundreds of replications are few.
#include <fmt/format.h>

#include "kernels/replications/skip.h"
#include "variants/replications/axes.h"

namespace replications::in_block_variant {

const char* const spread = "blocks_per_multiprocessor";
constexpr std::int64_t usual_spread = 8;

retime::reason invalid_model(const retime::point& point) {
  const erased_model& model = model_of(point);
  if (!model.is_divisible)
    return fmt::format("model={}: its replications cannot be shared out; give it merge()",
                       model.id);
  if (!can_skip(generator_of(point))) {
    return fmt::format(
        "generator={}: threads cannot enter its streams; give taus88, philox, mwc64x",
        point.text("generator"));
  }
  if (model.is_sequential && point.integer(spread) != usual_spread)
    return fmt::format("{}={}: model {} takes a block a replication; leave it at {}", spread,
                       point.integer(spread), model.id, usual_spread);
  return std::nullopt;
}

retime::reason invalid_block(const retime::point& point) {
  return retime::first_of({retime::outside(point, "block", {32, 1024, retime::warp}),
                           retime::outside(point, spread, {1, 64}), invalid_model(point)});
}

REGISTER_VARIANT(problem, {.id = "in_block",
                           .base = "wlp",
                           .axes = {retime::tuning("block", {32, 64, 128, 256, 512, 1024}, 128),
                                    retime::tuning(spread, {1, 2, 4, 8, 16, 32}, usual_spread)},
                           .invalid = invalid_block,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare_launch<&erased_model::in_block>});

}  // namespace replications::in_block_variant
