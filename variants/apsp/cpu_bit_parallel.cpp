// What a CPU user would run who knows that breadth-first searches share their work.
#include "kernels/apsp/cpu.h"
#include "variants/apsp/axes.h"
#include "variants/kit/static_axis.h"

namespace apsp::cpu_bit_parallel_variant {

using retime::point;

/// Of 64 sources each, a vertex.
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
    distances found{.vertices = problem_.network.vertices()};
    if (problem_.histogram_only) found.pairs_at = pairs_at_;
    found.add_rows(matrix_);
    return found;
  }

 private:
  const problem& problem_;
  int words_;
  std::vector<std::int32_t> matrix_;
  std::vector<std::int64_t> pairs_at_;
};

/// With three rows of bits a vertex, of each thread.
double memory_bytes(const point& at) {
  const double row_bytes = 8.0 * static_cast<double>(at.integer(words_of_row.name));
  return rows_memory_bytes(at) + 3 * row_bytes * at.real("n");
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point& at) {
  return std::make_unique<bit_parallel_runner>(problem,
                                               static_cast<int>(at.integer(words_of_row.name)));
}

REGISTER_VARIANT(problem, {.id = "cpu_bit_parallel",
                           .base = "cpu_bfs_parallel",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .axes = {words_of_row.axis()},
                           .invalid = [](const point& at) { return words_of_row.invalid(at); },
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace apsp::cpu_bit_parallel_variant
