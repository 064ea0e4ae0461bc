// The two forms by which a family and its variants introduce themselves. docs/add_a_variant.md
// shows both in use.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "variants/axis.h"
#include "variants/runner.h"

namespace retime {

/// Least work that the algorithm must do; the roofline divides by it. 0 where it is not meaningful.
struct work {
  double bytes = 0;  ///< through device memory, each input read once and each output written once
  double flops = 0;
  double items = 0;  ///< what a rate is quoted in
  std::string item;  ///< "site update", "cell step", ...
};

/// The outcome of comparing an answer with the reference.
struct verification {
  std::string metric;  ///< what was compared, e.g. "max |p - p_ref|"
  double value = 0;
  double tolerance = 0;
  std::string note{};  ///< anything a reader must know, e.g. which part was sampled
  bool correct() const { return value <= tolerance; }  ///< false for NaN
};

/// A named array for --save, row-major; written as <name>.npy.
struct saved_array {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<double> data;
};

struct paper_label {
  std::string paper;  ///< a key of results/papers/, such as "hoffmann_2010"; empty if ours
  std::string label;  ///< the row as printed, such as "Variant C"
};

enum class processor { gpu, cpu };

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
  /// Fills in or drops axes that follow from others (a user's file replaces `occupancy`). May throw
  /// retime::bad_input with one clear line.
  std::function<void(point&)> resolve = [](point&) {};
  /// Makes the input from the axes, the same on every machine. retime::bad_input: one clear
  /// line.
  std::function<Problem(const point&)> make;
  /// The plain loop. Called once per workload point, shared by its variants.
  std::function<answer(const Problem&)> reference;
  std::function<verification(const Problem&, const answer& got, const answer& expected)> compare;
  std::function<observables(const Problem&, const answer&)> observe;
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
  std::map<std::string, axis_value> printed{};
  std::string base{};  ///< the variant that the paper's speed-up divides by
  processor runs_on = processor::gpu;
  std::vector<tuning_axis> axes{};
  /// Why this point cannot run, if it cannot ("block=2048 exceeds 1024 threads"). Cheap: no input
  /// is made.
  std::function<std::optional<std::string>(const point&)> invalid = [](const point&) {
    return std::nullopt;
  };
  /// Device memory the case takes (host memory for a CPU variant), estimated from the axes alone; 0
  /// if negligible.
  std::function<double(const point&)> memory_bytes = [](const point&) { return 0.0; };
  std::function<retime::work(const Problem&, const point&)> work;
  /// Binds the launch shape once: what it binds is both launched and recorded.
  std::function<std::unique_ptr<runner<typename Problem::answer>>(const Problem&, const point&)>
      prepare;
};

// From here on: the forms with their types erased, as the harness sees them.

using erased = std::shared_ptr<const void>;

struct erased_runner {
  virtual ~erased_runner() = default;
  virtual void reset() = 0;
  virtual void run(device::stream& queue) = 0;
  virtual erased answer() = 0;
  virtual std::map<std::string, series> trace(device::stream& queue) = 0;
  virtual std::optional<launch_report> launch() const = 0;
};

struct family {
  std::string id, title, size_axis;
  std::vector<workload_axis> axes;
  std::function<void(point&)> resolve;
  std::function<erased(const point&)> make;
  std::function<erased(const erased& problem)> reference;
  std::function<verification(const erased& problem, const erased& got, const erased& expected)>
      compare;
  std::function<observables(const erased& problem, const erased& answer)> observe;
  std::function<std::vector<saved_array>(const erased& problem, const erased& answer)> arrays;
  std::string source{};  ///< the file that registers it, as the compiler was given it
};

struct variant {
  std::string family, id, base;
  paper_label paper;
  std::map<std::string, axis_value> printed;
  processor runs_on;
  std::vector<tuning_axis> axes;
  std::function<std::optional<std::string>(const point&)> invalid;
  std::function<double(const point&)> memory_bytes;
  std::function<retime::work(const erased& problem, const point&)> work;
  std::function<std::unique_ptr<erased_runner>(const erased& problem, const point&)> prepare;
  std::string source{};  ///< the file that registers it, as the compiler was given it
};

/// All families and variants of this program, ordered by id. registration_faults.h tells what is
/// wrong with them; a program that has such faults ends with them.
std::span<const family> families();
std::span<const variant> variants();
const family& family_of(const variant& which);

/// Used by the two macros below.
bool add(family, const char* source);
bool add(variant, const char* source);
template <class Problem>
family erase(family_form<Problem> form);
template <class Problem>
variant erase(variant_form<Problem> form);

}  // namespace retime

#include "variants/erase.h"

#define RETIME_JOIN_(a, b) a##b
#define RETIME_JOIN(a, b) RETIME_JOIN_(a, b)
/// The last statement of variants/<family>/family.cpp. `Problem::family` names the family.
#define REGISTER_FAMILY(PROBLEM, ...)                                \
  [[maybe_unused]] static const bool RETIME_JOIN(added_, __LINE__) = \
      retime::add(retime::erase(retime::family_form<PROBLEM> __VA_ARGS__), __FILE__)
/// The last statement of a variant's file.
#define REGISTER_VARIANT(PROBLEM, ...)                               \
  [[maybe_unused]] static const bool RETIME_JOIN(added_, __LINE__) = \
      retime::add(retime::erase(retime::variant_form<PROBLEM> __VA_ARGS__), __FILE__)
