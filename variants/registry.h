// Families and variants as the harness sees them: their types erased, ordered by id. Families
// register by the forms in form.h.
#pragma once

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

/// Least work that the algorithm must do, on however many GPUs; the roofline divides by it. 0 where
/// it is not meaningful.
struct work {
  double bytes = 0;  ///< through device memory, each input read once and each output written once
  double flops = 0;
  double items = 0;                             ///< what a rate is quoted in
  std::string item;                             ///< "site update", "cell step", ...
  std::map<std::string, double> observables{};  ///< more of the kind, such as a last step's bytes
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
/// How many of its host's cores a CPU variant keeps busy.
enum class host_cores { unknown, one, all };

using erased = std::shared_ptr<const void>;

/// form.h's probe.
struct erased_probe {
  std::string name;
  erased problem;
};

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
  std::vector<axis_values> examples;
  std::function<void(point&)> resolve;
  std::function<erased(const point&)> make;
  std::function<erased(const erased& problem)> reference;
  std::function<verification(const erased& problem, const erased& got, const erased& expected)>
      compare;
  std::function<std::vector<erased_probe>(const erased& problem)> probes;
  std::function<observables(const erased& problem, const erased& answer)> observe;
  std::function<std::vector<saved_array>(const erased& problem, const erased& answer)> arrays;
  std::string source{};  ///< the file that registers it, as the compiler was given it
};

struct variant {
  std::string family, id, base;
  paper_label paper;
  axis_values printed;
  processor runs_on;
  host_cores cores = host_cores::unknown;
  std::vector<tuning_axis> axes;
  std::function<std::optional<std::string>(const point&)> invalid;
  std::function<double(const point&)> memory_bytes;
  std::function<int(const point&)> gpus = [](const point&) { return 1; };
  std::function<retime::work(const erased& problem, const point&)> work;
  std::function<std::unique_ptr<erased_runner>(const erased& problem, const point&)> prepare;
  /// form.h's; else the problem itself.
  std::function<erased(const erased& problem)> reordered = [](const erased& same) { return same; };
  std::string source{};  ///< the file that registers it, as the compiler was given it
};

/// All families and variants of this program, ordered by id.
std::span<const family> families();
std::span<const variant> variants();
const family& family_of(const variant& which);

/// What is wrong with the forms, one line each with the files it concerns: an id used twice, a base
/// or a family that is not there, an axis declared twice, a printed axis that the variant lacks.
/// Both lists are ordered by id. A program with such faults ends at start.
std::vector<std::string> registration_faults(std::span<const family> families,
                                             std::span<const variant> variants);

/// Used by the macros of form.h.
bool add(family, const char* source);
bool add(variant, const char* source);

/// Adds workload axes to a family, for a part of it that registers itself, such as a model: they
/// follow the family's own, ordered by part.
bool add_axes(std::string family, std::string part, std::vector<workload_axis>);

}  // namespace retime
