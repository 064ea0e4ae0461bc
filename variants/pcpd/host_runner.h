// A run on the host as the harness runs it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "kernels/pcpd/host_lattices.h"
#include "variants/pcpd/axes.h"
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

/// The multispin program on the host, on all cores or on one.
inline retime::variant_form<problem> host_multispin(const std::string& id, const std::string& label,
                                                    bool parallel) {
  retime::variant_form<problem> made;
  made.id = id;
  made.paper = {"schram_2012", label};
  made.printed = {{"block", 64}};
  made.base = "cpu_scalar";
  made.runs_on = retime::processor::cpu;
  made.axes = {block_axis()};
  made.invalid = [](const retime::point& at) {
    return retime::first_of({invalid_for({}, at), too_many_moves(at, 5e9)});
  };
  made.memory_bytes = [](const retime::point& at) { return memory_bytes({}, at); };
  made.work = work_of;
  made.prepare = [parallel](const problem& problem, const retime::point& tuning) {
    const auto items = static_cast<int>(tuning.integer("block"));
    return std::make_unique<host_runner>([&problem, items, parallel](int draw) {
      return run_multispin(problem, items, draw, parallel);
    });
  };
  return made;
}

}  // namespace pcpd
