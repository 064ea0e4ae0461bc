// What the extensions are shown with: numbers summed on one core, in some partial sums at a time.
#include <numeric>

#include "variants/form.h"
#include "variants/kit/largest_difference.h"
#include "variants/kit/one_call.h"

using numbers = std::vector<double>;
struct summands {
  static constexpr const char* family = "sum";
  using answer = numbers;
  numbers x;
};

numbers sum(const numbers& x, std::size_t lanes) {
  numbers partial(lanes);
  for (std::size_t i = 0; i < x.size(); ++i) partial[i % lanes] += x[i];
  return {std::accumulate(partial.begin(), partial.end(), 0.0)};
}

REGISTER_FAMILY(summands, {.id = "sum",
                           .title = "sum of n numbers",
                           .axes = {{.name = "n", .help = "numbers", .default_value = 1 << 20}},
                           .size_axis = "n",
                           .make =
                               [](const retime::point& where) {
                                 const auto n = static_cast<std::size_t>(where.integer("n"));
                                 return summands{numbers(n, 0.5)};
                               },
                           .reference = [](const summands& input) { return sum(input.x, 1); },
                           .compare = retime::largest_difference(0)});
REGISTER_VARIANT(summands,
                 {.id = "in_lanes",
                  .runs_on = retime::processor::cpu,
                  .cores = retime::host_cores::one,
                  .axes = {retime::tuning("lanes", {1, 2, 4, 8, 16, 32}, 1)},
                  .work =
                      [](const summands& input, const retime::point&) {
                        return retime::work{.bytes = 8 * static_cast<double>(input.x.size())};
                      },
                  .prepare =
                      [](const summands& input, const retime::point& where) {
                        const auto lanes = static_cast<std::size_t>(where.integer("lanes"));
                        return retime::call_once<numbers>(
                            [&input, lanes](int) { return sum(input.x, lanes); });
                      }});
