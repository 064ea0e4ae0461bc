#include <algorithm>

#include "kernels/apsp/cpu_bfs.h"
#include "variants/apsp/graphs.h"
#include "variants/apsp/work.h"
#include "variants/form.h"

namespace retime {
namespace {

class bfs_runner final : public runner<apsp::distances> {
 public:
  explicit bfs_runner(const apsp::problem& given)
      : given_(given),
        matrix_(given.sources.size() * static_cast<std::size_t>(given.network.vertices())) {}

  void reset() override { std::ranges::fill(matrix_, -1); }
  void run(device::stream&) override {
    apsp::bfs_parallel(given_.network, given_.sources, matrix_);
  }

  apsp::distances answer() override {
    const auto n = static_cast<std::size_t>(given_.network.vertices());
    apsp::distances found{.vertices = given_.network.vertices()};
    for (std::size_t i = 0; i < given_.sources.size(); ++i)
      found.add(std::span(matrix_).subspan(i * n, n));
    return found;
  }

 private:
  apsp::problem given_;
  std::vector<std::int32_t> matrix_;
};

}  // namespace

REGISTER_VARIANT(apsp::problem,
                 {
                     .id = "cpu_bfs_parallel",
                     .base = "cpu_floyd",
                     .runs_on = processor::cpu,
                     .memory_bytes =
                         [](const point& at) {
                           return 4.0 * at.real("n") * apsp_axes::source_count(at);
                         },
                     .work = apsp_work,
                     .prepare = [](const apsp::problem& given,
                                   const point&) { return std::make_unique<bfs_runner>(given); },
                 });

}  // namespace retime
