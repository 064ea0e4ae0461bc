// A run on the host as the harness runs it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "kernels/pcpd/host_lattices.h"
#include "variants/runner.h"

namespace pcpd {

class host_runner final : public retime::runner<outcome> {
 public:
  /// `simulate(draw)`: one of the independent runs of the seed.
  explicit host_runner(std::function<outcome(int draw)> simulate)
      : simulate_(std::move(simulate)) {}

  void reset() override {
    ++draw_;
    found_ = {};
  }
  void run(device::stream&) override { found_ = simulate_(draw_); }
  outcome answer() override { return found_; }

 private:
  std::function<outcome(int)> simulate_;
  int draw_ = -1;
  outcome found_;
};

}  // namespace pcpd
