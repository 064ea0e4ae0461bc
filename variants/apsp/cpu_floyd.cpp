#include "kernels/apsp/cpu_floyd.h"

#include "variants/apsp/cpu_runner.h"
#include "variants/apsp/work.h"
#include "variants/form.h"

namespace retime {

// n^3 steps: minutes at 5000 and days at 30000. The report extrapolates by the fit and says so.
constexpr std::int64_t largest_n = 5000;

REGISTER_VARIANT(apsp::problem,
                 {
                     .id = "cpu_floyd",
                     .paper = {"leist_2009", "CPU"},
                     .runs_on = processor::cpu,
                     .invalid = [](const point& at) -> std::optional<std::string> {
                       const std::int64_t n = at.integer("n");
                       if (n <= largest_n) return std::nullopt;
                       return "n=" + std::to_string(n) +
                              ": n^3 steps take too long beyond n=" + std::to_string(largest_n) +
                              "; larger sizes are extrapolated by the fit";
                     },
                     .memory_bytes =
                         [](const point& at) { return 4.0 * at.real("n") * at.real("n"); },
                     .work = apsp_work,
                     .prepare =
                         [](const apsp::problem& given, const point&) {
                           return std::make_unique<apsp_floyd_runner>(given, 1, apsp::floyd);
                         },
                 });

}  // namespace retime
