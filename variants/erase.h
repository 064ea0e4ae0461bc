// Type erasure of the forms in form.h, which includes this file at its end.
#pragma once

#include "variants/form.h"

namespace retime {

template <class T>
const T& as(const erased& pointer) {
  return *static_cast<const T*>(pointer.get());
}

template <class Answer>
class runner_eraser final : public erased_runner {
 public:
  explicit runner_eraser(std::unique_ptr<runner<Answer>> typed) : typed_(std::move(typed)) {}
  void reset() override { typed_->reset(); }
  void run(device::stream& queue) override { typed_->run(queue); }
  erased answer() override { return std::make_shared<const Answer>(typed_->answer()); }
  std::map<std::string, series> trace(device::stream& queue) override {
    return typed_->trace(queue);
  }
  std::optional<launch_report> launch() const override { return typed_->launch(); }

 private:
  std::unique_ptr<runner<Answer>> typed_;
};

template <class Problem>
family erase(family_form<Problem> form) {
  using answer = typename Problem::answer;
  return {
      .id = form.id,
      .title = form.title,
      .size_axis = form.size_axis,
      .axes = form.axes,
      .resolve = form.resolve,
      .make = [make = form.make](const point& at) -> erased {
        return std::make_shared<const Problem>(make(at));
      },
      .reference = [reference = form.reference](const erased& problem) -> erased {
        return std::make_shared<const answer>(reference(as<Problem>(problem)));
      },
      .compare =
          [compare = form.compare](const erased& problem, const erased& got,
                                   const erased& expected) {
            return compare(as<Problem>(problem), as<answer>(got), as<answer>(expected));
          },
      .observe = [observe = form.observe](
                     const erased& problem,
                     const erased& got) { return observe(as<Problem>(problem), as<answer>(got)); },
      .arrays = [arrays = form.arrays](
                    const erased& problem,
                    const erased& got) { return arrays(as<Problem>(problem), as<answer>(got)); },
  };
}

template <class Problem>
variant erase(variant_form<Problem> form) {
  using answer = typename Problem::answer;
  return {
      .family = Problem::family,
      .id = form.id,
      .base = form.base,
      .paper = form.paper,
      .printed = form.printed,
      .runs_on = form.runs_on,
      .axes = form.axes,
      .invalid = form.invalid,
      .memory_bytes = form.memory_bytes,
      .work = [work = form.work](const erased& problem,
                                 const point& at) { return work(as<Problem>(problem), at); },
      .prepare = [prepare = form.prepare](const erased& problem,
                                          const point& at) -> std::unique_ptr<erased_runner> {
        return std::make_unique<runner_eraser<answer>>(prepare(as<Problem>(problem), at));
      },
  };
}

}  // namespace retime
