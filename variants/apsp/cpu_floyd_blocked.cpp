#include "kernels/apsp/cpu_floyd.h"
#include "variants/apsp/cpu_runner.h"
#include "variants/apsp/work.h"
#include "variants/form.h"

namespace retime {

constexpr std::int64_t largest_n = 10000;  // as in cpu_floyd, some ten times faster

// Three tiles should fit a core's second-level cache: 64 x 64 take 48 KB, 256 x 256 take 768 KB.
REGISTER_VARIANT(
    apsp::problem,
    {
        .id = "cpu_floyd_blocked",
        .base = "cpu_floyd",
        .runs_on = processor::cpu,
        .axes = {tuning("tile",
                        {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256}},
                        std::int64_t{64})},
        .invalid = [](const point& at) -> std::optional<std::string> {
          if (at.integer("tile") < 1 || at.integer("tile") > 1024)
            return "tile=" + std::to_string(at.integer("tile")) + ": give 1 to 1024";
          const std::int64_t n = at.integer("n");
          if (n <= largest_n) return std::nullopt;
          return "n=" + std::to_string(n) +
                 ": n^3 steps take too long beyond n=" + std::to_string(largest_n) +
                 "; larger sizes are extrapolated by the fit";
        },
        .memory_bytes = [](const point& at) { return 4.0 * at.real("n") * at.real("n"); },
        .work = apsp_work,
        .prepare =
            [](const apsp::problem& given, const point& at) {
              const auto tile = static_cast<std::size_t>(at.integer("tile"));
              return std::make_unique<apsp_floyd_runner>(
                  given, tile, [tile](std::size_t side, std::span<std::int32_t> matrix) {
                    apsp::floyd_blocked(side, tile, matrix);
                  });
            },
    });

}  // namespace retime
