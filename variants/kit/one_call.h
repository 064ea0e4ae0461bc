// The runner of a variant that is one call of one function on the host.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "variants/runner.h"

namespace retime {

template <class Answer>
class one_call final : public runner<Answer> {
 public:
  explicit one_call(std::function<Answer(int draw)> compute) : compute_(std::move(compute)) {}

  void reset() override {
    ++draw_;
    answer_ = {};
  }
  void run(device::stream&) override { answer_ = compute_(draw_); }
  Answer answer() override { return answer_; }

 private:
  std::function<Answer(int)> compute_;
  int draw_ = -1;
  Answer answer_;
};

/// A variant's `.prepare`: `compute(draw)` is the answer; draw = 0, 1, ... numbers the runs of a
/// case for those that differ by their random numbers.
template <class Answer>
std::unique_ptr<runner<Answer>> call_once(std::function<Answer(int draw)> compute) {
  return std::make_unique<one_call<Answer>>(std::move(compute));
}

}  // namespace retime
