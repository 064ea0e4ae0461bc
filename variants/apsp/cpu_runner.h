// A CPU variant: fills a matrix on the host, whose rows of the problem's sources are the answer.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/apsp/cpu_floyd.h"
#include "kernels/apsp/problem.h"
#include "variants/runner.h"

namespace retime {

class apsp_floyd_runner final : public runner<apsp::distances> {
 public:
  using algorithm = std::function<void(std::size_t side, std::span<std::int32_t> matrix)>;

  /// The matrix has n rows and columns, rounded up to a multiple of `unit`.
  apsp_floyd_runner(const apsp::problem& given, std::size_t unit, algorithm run)
      : given_(given), run_(std::move(run)) {
    const auto n = static_cast<std::size_t>(given.network.vertices());
    side_ = (n + unit - 1) / unit * unit;
    matrix_.resize(side_ * side_);
  }

  void reset() override { std::ranges::fill(matrix_, -1); }

  void run(device::stream&) override {
    apsp::set_arcs(given_.network, side_, matrix_);
    run_(side_, matrix_);
  }

  apsp::distances answer() override {
    apsp::distances found{.vertices = given_.network.vertices()};
    std::vector<std::int32_t> row(given_.network.vertices());
    for (const apsp::vertex source : given_.sources) {
      const std::int32_t* from = matrix_.data() + static_cast<std::size_t>(source) * side_;
      std::ranges::transform(from, from + row.size(), row.begin(), [](std::int32_t d) {
        return d >= apsp::floyd_infinity ? apsp::unreached : d;
      });
      found.add(row);
    }
    return found;
  }

 private:
  apsp::problem given_;
  algorithm run_;
  std::size_t side_ = 0;
  std::vector<std::int32_t> matrix_;
};

}  // namespace retime
