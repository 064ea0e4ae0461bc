// A CPU variant: fills a matrix on the host, some of whose rows are the answer.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/apsp/cpu.h"
#include "kernels/apsp/problem.h"
#include "variants/runner.h"

namespace apsp {

class host_runner final : public retime::runner<distances> {
 public:
  using algorithm = std::function<void(std::span<std::int32_t> matrix)>;

  /// The matrix is row-major, with at least as many columns as vertices, and has a row for each of
  /// the problem's sources or one for each vertex. From floyd_infinity on a distance is none.
  host_runner(const problem& problem, std::size_t rows, std::size_t columns, algorithm fill)
      : problem_(problem), rows_(rows), fill_(std::move(fill)), matrix_(rows * columns) {}

  void reset() override { std::ranges::fill(matrix_, -1); }
  void run(device::stream&) override { fill_(matrix_); }

  distances answer() override {
    distances answer{.vertices = problem_.network.vertices()};
    const std::size_t columns = matrix_.size() / rows_;
    for (std::size_t i = 0; i < problem_.sources.size(); ++i) {
      const std::size_t place = rows_ == problem_.sources.size() ? i : problem_.sources[i];
      const auto begin = matrix_.begin() + place * columns;
      std::vector<std::int32_t> row(begin, begin + answer.vertices);
      for (auto& d : row) d = d < floyd_infinity ? d : unreached;
      answer.add(row);
    }
    return answer;
  }

 private:
  const problem& problem_;
  std::size_t rows_;
  algorithm fill_;
  std::vector<std::int32_t> matrix_;
};

}  // namespace apsp
