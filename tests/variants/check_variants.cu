#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>

#include "harness/cases/run_once.h"
#include "kernels/device/device.h"
#include "tests/variants/check_variants.h"

namespace tests {
namespace {

using retime::axis_values;
using retime::point;
using retime::variant;

std::string text(const variant& which, const point& at) {
  std::string all = which.id;
  for (const auto& [name, value] : at.values()) all += " " + name + "=" + retime::to_text(value);
  return all;
}

/// Threads add to one sum by atomics, in any order: their answers are held to the tolerance alone.
bool adds_in_any_order(const variant& which) {
  constexpr std::array members{"turning_bands/line_parallel"};
  return std::ranges::find(members, which.family + "/" + which.id) != members.end();
}

class checker {
 public:
  checker(const variant& which, const workload& on) : which_(which), on_(on) {}

  /// `again`: also as when timed, once more from what the run left, and then anew.
  void run(const point& at, bool again) {
    const auto runner = prepared(at);
    if (!runner) return;
    check(at, "", retime::cases::run_once(*runner).answer);
    const auto probed = retime::cases::run_probes(
        {.family = &on_.family, .variant = &which_, .point = at}, on_.probes);
    if (probed.wrong) add(at, "", probed.note);
    if (!again) return;
    device::stream queue;
    runner->run(queue);
    queue.synchronize();
    check(at, " after a run", retime::cases::run_once(*runner).answer);
    trace(*runner, at);
  }

  std::vector<std::string> faults;

 private:
  /// Nothing: the variant refuses the point.
  std::unique_ptr<retime::erased_runner> prepared(const point& at) const {
    try {
      return which_.prepare(on_.problem, at);
    } catch (const device::does_not_fit&) {
      return nullptr;
    }
  }

  void check(const point& at, const char* when, const retime::erased& answer) {
    if (!first_) first_ = answer;
    const auto compared = on_.family.compare(on_.problem, answer, on_.expected);
    if (!compared.correct())
      add(at, when, compared.metric + " = " + std::to_string(compared.value));
    const auto repeated = on_.family.compare(on_.problem, answer, first_);
    if (adds_in_any_order(which_) ? !repeated.correct() : repeated.value != 0)
      add(at, when, "another answer than at the first tuning point");
  }

  void add(const point& at, const std::string& when, const std::string& what) {
    faults.push_back(text(which_, at) + when + ": " + what);
  }

  void trace(retime::erased_runner& runner, const point& at) {
    const auto end = on_.family.observe(on_.problem, first_).numbers;
    for (const auto& [name, along] : retime::cases::trace_once(runner)) {
      if (along.y.size() != along.x.size() || along.y.back() != end.at(name))
        add(at, "", "the series of " + name + " does not end where the run does");
    }
  }

  const variant& which_;
  const workload& on_;
  retime::erased first_;
};

}  // namespace

workload::workload(const retime::family& owner, const axis_values& given) : family(owner) {
  for (const auto& axis : family.axes) point.set(axis.name, axis.default_value);
  for (const auto& [name, value] : given) point.set(name, value);
  family.resolve(point);
  static_cast<retime::cases::judged_problem&>(*this) =
      retime::cases::judged(family, family.make(point));
}

workload workload::in_order_of(const variant& which) const {
  workload same = *this;
  const auto reordered = which.reordered(problem);
  if (reordered != problem)
    static_cast<retime::cases::judged_problem&>(same) = retime::cases::judged(family, reordered);
  return same;
}

const retime::family& family_named(std::string_view id) {
  return *std::ranges::find(retime::families(), id, &retime::family::id);
}

std::vector<const variant*> variants_of(const retime::family& family) {
  std::vector<const variant*> members;
  for (const auto& each : retime::variants())
    if (each.family == family.id) members.push_back(&each);
  return members;
}

point tuned(const workload& on, const variant& which, const axis_values& given) {
  point at = on.point;
  for (const auto& axis : which.axes) at.set(axis.name, axis.default_value);
  for (const auto& [name, value] : given) at.set(name, value);
  return at;
}

std::vector<axis_values> tuning_points(const variant& which, std::size_t most, int drawn,
                                       unsigned seed) {
  std::vector<axis_values> points{{}, which.printed};
  for (const auto& axis : which.axes) {
    const std::size_t count = std::min(axis.values.size(), most);
    for (std::size_t i = 0; i < count; ++i)
      points.push_back(
          {{axis.name, axis.values[count < 2 ? 0 : i * (axis.values.size() - 1) / (count - 1)]}});
  }
  std::mt19937 random(seed);
  for (int i = 0; i < drawn && which.axes.size() > 1; ++i) {
    points.emplace_back();
    for (const auto& axis : which.axes)
      points.back()[axis.name] = axis.values[random() % axis.values.size()];
  }
  return points;
}

std::vector<std::string> faults_of(const variant& which, const workload& on,
                                   const std::vector<axis_values>& tunings) {
  const workload ordered = on.in_order_of(which);
  checker checked(which, ordered);
  for (std::size_t i = 0; i < tunings.size(); ++i) {
    const point at = tuned(on, which, tunings[i]);
    if (!which.invalid(at)) checked.run(at, i == 0);
  }
  return std::move(checked.faults);
}

}  // namespace tests
