// A case whose parts are cases of their own, each on a GPU of its own.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/device/errors.h"
#include "variants/kit/several_gpus.h"
#include "variants/runner.h"

namespace retime {

/// `Piece`: what a part is made of, such as a problem of fewer items; it lives as long. Parts stay
/// on the GPUs that ran them until the answer is asked for.
template <class Piece, class Answer>
class shared_out final : public runner<Answer> {
 public:
  using part = std::unique_ptr<runner<Answer>>;
  /// What the parts do with each other at the end of a run, each in its GPU's stream.
  using exchange =
      std::function<void(const std::vector<part>&, const std::vector<device::stream*>&)>;

  /// make(piece) is called with the piece's GPU current, add(all, next) with the answers in order.
  template <class Make, class Add>
  shared_out(std::vector<Piece> pieces, Make make, Add add, exchange together = {})
      : pieces_(std::move(pieces)),
        add_(std::move(add)),
        together_(std::move(together)),
        gpus_(pieces_.size()) {
    parts_.resize(pieces_.size());
    gpus_.each([&](std::size_t i) { parts_[i] = make(std::as_const(pieces_[i])); });
  }
  ~shared_out() override {
    try {
      gpus_.each([&](std::size_t i) { parts_[i].reset(); });
    } catch (const device::error&) {  // of a GPU that has failed nothing is left to give back
    }
  }

  void reset() override {
    gpus_.each([&](std::size_t i) { parts_[i]->reset(); });
  }
  void run(device::stream& queue) override {
    gpus_.run(
        queue, [&](std::size_t i, device::stream& own) { parts_[i]->run(own); },
        [&](const std::vector<device::stream*>& queues) {
          if (together_) together_(parts_, queues);
        });
  }
  Answer answer() override {
    Answer all;
    gpus_.each([&](std::size_t i) {
      if (i == 0)
        all = parts_[i]->answer();
      else
        add_(all, parts_[i]->answer());
    });
    return all;
  }
  /// That of the first GPU.
  std::optional<launch_report> launch() const override { return parts_.front()->launch(); }

 private:
  std::vector<Piece> pieces_;
  std::function<void(Answer&, Answer&&)> add_;
  exchange together_;
  several_gpus gpus_;
  std::vector<part> parts_;
};

}  // namespace retime
