// A CPU variant: fills a matrix on the host, some of whose rows are the answer.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/apsp/problem.h"
#include "variants/runner.h"

namespace apsp {

struct host_matrix {
  std::size_t rows, columns;    ///< row-major; at least as many columns as vertices
  bool row_a_vertex;            ///< of all vertices; else a row for each of the problem's sources
  std::int32_t unreached_from;  ///< a distance of at least so much is none
};

class host_runner final : public retime::runner<distances> {
 public:
  using algorithm = std::function<void(std::span<std::int32_t> matrix)>;

  host_runner(const problem& problem, const host_matrix& shape, algorithm fill)
      : problem_(problem),
        shape_(shape),
        fill_(std::move(fill)),
        matrix_(shape.rows * shape.columns) {}

  void reset() override { std::ranges::fill(matrix_, -1); }
  void run(device::stream&) override { fill_(matrix_); }

  distances answer() override {
    distances found{.vertices = problem_.network.vertices()};
    std::vector<std::int32_t> row(found.vertices);
    for (std::size_t i = 0; i < problem_.sources.size(); ++i) {
      const auto place = shape_.row_a_vertex ? static_cast<std::size_t>(problem_.sources[i]) : i;
      const std::int32_t* from = matrix_.data() + place * shape_.columns;
      std::ranges::transform(from, from + row.size(), row.begin(), [&](std::int32_t d) {
        return d >= shape_.unreached_from ? unreached : d;
      });
      found.add(row);
    }
    return found;
  }

 private:
  const problem& problem_;
  host_matrix shape_;
  algorithm fill_;
  std::vector<std::int32_t> matrix_;
};

}  // namespace apsp
