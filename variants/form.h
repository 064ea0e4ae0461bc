// The two forms by which a family and its variants introduce themselves. docs/add_a_variant.md
// shows both in use.
#pragma once

#include "variants/registry.h"

namespace retime {

/// A further problem that a variant must get right, at the same tuning, before its case is run: for
/// what the case's own answer says too little about.
template <class Problem>
struct probe {
  std::string name;  ///< as in "also right from a dense start"
  Problem problem;
};

/// What the harness knows of a family. `Problem` has `using answer = ...;` and is the input made
/// from the axes.
template <class Problem>
struct family_form {
  using answer = typename Problem::answer;
  std::string id;
  std::string title;  ///< one line for `retime list`
  std::vector<workload_axis> axes;
  std::string
      size_axis;  ///< the axis that grows the problem; "the largest that fits" is searched along it
  /// Small workloads, axes at their default left out: tests run every variant on them, at all
  /// tunings.
  std::vector<axis_values> examples{};
  /// Fills in or drops axes that follow from others (a user's file replaces `occupancy`). May throw
  /// retime::bad_input with one clear line.
  std::function<void(point&)> resolve = [](point&) {};
  /// Makes the input from the axes, the same on every machine. retime::bad_input: one clear
  /// line.
  std::function<Problem(const point&)> make;
  /// The plain loop. Called once per workload point, shared by its variants.
  std::function<answer(const Problem&)> reference;
  std::function<verification(const Problem&, const answer& got, const answer& expected)> compare;
  /// Made from a case's own problem, and cheap beside it; `reference` and `compare` serve them too.
  /// One takes no more memory than the case, whose turn comes when it has given that back.
  std::function<std::vector<probe<Problem>>(const Problem&)> probes = [](auto&&...) {
    return std::vector<probe<Problem>>{};
  };
  std::function<observables(const Problem&, const answer&)> observe = [](auto&&...) {
    return observables{};
  };
  std::function<std::vector<saved_array>(const Problem&, const answer&)> arrays = [](auto&&...) {
    return std::vector<saved_array>{};
  };
};

/// What the harness knows of a variant.
template <class Problem>
struct variant_form {
  std::string id;
  paper_label paper{};
  /// The tuning point that the paper prints; axes that it leaves open are left out.
  axis_values printed{};
  std::string base{};  ///< the variant that the paper's speed-up divides by
  processor runs_on = processor::gpu;
  /// The cores that a CPU variant keeps busy. Beside other GPUs' sweeps on its host, one that does
  /// not say it is watched before it is timed.
  host_cores cores = host_cores::unknown;
  std::vector<tuning_axis> axes{};
  /// Why this point cannot run, if it cannot ("block=2048 exceeds 1024 threads"). Cheap: no input
  /// is made.
  std::function<std::optional<std::string>(const point&)> invalid = [](const point&) {
    return std::nullopt;
  };
  /// Device memory the case takes (host memory for a CPU variant), of several GPUs that of each,
  /// estimated from the axes alone; 0 if negligible.
  std::function<double(const point&)> memory_bytes = [](const point&) { return 0.0; };
  /// GPUs that the case runs on: the selected one and those that follow it. More than one want
  /// their host for themselves.
  std::function<int(const point&)> gpus = [](const point&) { return 1; };
  std::function<retime::work(const Problem&, const point&)> work;
  /// Binds the launch shape once: what it binds is both launched and recorded.
  std::function<std::unique_ptr<runner<typename Problem::answer>>(const Problem&, const point&)>
      prepare;
  /// The same problem with the order of sums asked for in which the variant adds, where that is
  /// another than the family's and so rounds otherwise. The reference then follows it, and the
  /// comparison stays as strict. Empty: the family's own order.
  std::function<Problem(const Problem&)> reordered{};
};

// From here on: how the forms lose their types.

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
      .examples = form.examples,
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
      .probes =
          [probes = form.probes](const erased& problem) {
            std::vector<erased_probe> made;
            for (auto& [name, asked] : probes(as<Problem>(problem)))
              made.push_back({name, std::make_shared<const Problem>(std::move(asked))});
            return made;
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
std::function<erased(const erased&)> erase_reordering(
    std::function<Problem(const Problem&)> reordered) {
  if (!reordered) return [](const erased& same) { return same; };
  return [reordered = std::move(reordered)](const erased& problem) -> erased {
    return std::make_shared<const Problem>(reordered(as<Problem>(problem)));
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
      .cores = form.cores,
      .axes = form.axes,
      .invalid = form.invalid,
      .memory_bytes = form.memory_bytes,
      .gpus = form.gpus,
      .work = [work = form.work](const erased& problem,
                                 const point& at) { return work(as<Problem>(problem), at); },
      .prepare = [prepare = form.prepare](const erased& problem,
                                          const point& at) -> std::unique_ptr<erased_runner> {
        return std::make_unique<runner_eraser<answer>>(prepare(as<Problem>(problem), at));
      },
      .reordered = erase_reordering<Problem>(form.reordered),
  };
}

}  // namespace retime

#define RETIME_JOIN_(a, b) a##b
#define RETIME_JOIN(a, b) RETIME_JOIN_(a, b)
/// The last statement of variants/<family>/family.cpp. `Problem::family` names the family.
#define REGISTER_FAMILY(PROBLEM, ...)                                   \
  [[maybe_unused]] static const bool RETIME_JOIN(added_, __COUNTER__) = \
      retime::add(retime::erase(retime::family_form<PROBLEM> __VA_ARGS__), __FILE__)
/// The last statement of a variant's file.
#define REGISTER_VARIANT(PROBLEM, ...)                                  \
  [[maybe_unused]] static const bool RETIME_JOIN(added_, __COUNTER__) = \
      retime::add(retime::erase(retime::variant_form<PROBLEM> __VA_ARGS__), __FILE__)
