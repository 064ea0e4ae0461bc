// What a CPU user would run who knows that breadth-first searches share their work.
#include "kernels/apsp/cpu.h"
#include "variants/apsp/axes.h"
#include "variants/kit/static_axis.h"

namespace apsp::cpu_bit_parallel_variant {

using retime::point;

/// A vertex has so many words, of 64 sources each.
constexpr retime::static_axis<1, 2, 4, 8> words_of_row{"words", 4};

class bit_parallel_runner final : public retime::runner<distances> {
 public:
  bit_parallel_runner(const problem& problem, int words)
      : problem_(problem),
        words_(words),
        matrix_(problem.histogram_only ? 0 : problem.sources.size() * problem.network.vertices()) {}

  void reset() override {
    std::ranges::fill(matrix_, -1);
    pairs_at_.clear();
  }
  void run(device::stream&) override {
    pairs_at_ = bfs_bit_parallel(problem_.network, problem_.sources, words_, matrix_);
  }
  distances answer() override {
    distances answer{.vertices = problem_.network.vertices()};
    if (problem_.histogram_only) answer.pairs_at = pairs_at_;
    answer.add_rows(matrix_);
    return answer;
  }

 private:
  const problem& problem_;
  int words_;
  std::vector<std::int32_t> matrix_;
  std::vector<std::int64_t> pairs_at_;
};

/// With three rows of bits a vertex, of each thread.
double memory_bytes(const point& point) {
  const double row_bytes = 8.0 * static_cast<double>(point.integer(words_of_row.name));
  return rows_memory_bytes(point) + 3 * row_bytes * point.real("n");
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point& point) {
  return std::make_unique<bit_parallel_runner>(problem,
                                               static_cast<int>(point.integer(words_of_row.name)));
}

REGISTER_VARIANT(problem,
                 {.id = "cpu_bit_parallel",
                  .base = "cpu_bfs_parallel",
                  .runs_on = retime::processor::cpu,
                  .cores = retime::host_cores::all,
                  .axes = {words_of_row.axis()},
                  .invalid = [](const point& point) { return words_of_row.invalid(point); },
                  .memory_bytes = memory_bytes,
                  .work = work_of,
                  .prepare = prepare});

}  // namespace apsp::cpu_bit_parallel_variant
