// When a stream of samples has said enough.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/measurement.h"
#include "harness/text/forms.h"

namespace retime {

struct stopping_options {
  double precision = 0.01;  ///< half-width of the 95 % interval over the median
  std::size_t min_samples =
      50;  ///< before the first check; at least 6, below which no 95 % interval exists
  std::size_t max_samples = 10000;
  double quantum_ns = 0;  ///< step of the clock, per run
  std::string rule = default_stopping_rule;
};

/// What a rule thinks of the samples so far.
struct stopping_rule_form {
  std::string id;    ///< of --stop
  std::string help;  ///< one line
  /// The reason to stop; nothing if more samples are needed. They stand in the order taken.
  std::function<std::optional<stop_reason>(std::span<const double> samples_ns,
                                           const stopping_options& options)>
      look;
};

/// A rule's file calls it once, as the initialiser of a static.
inline bool register_stopping_rule(stopping_rule_form form) {
  return forms<stopping_rule_form>::add(std::move(form));
}

/// Throws bad_input that names those there are.
const stopping_rule_form& stopping_rule_named(const std::string& id);

/// Is fed sample by sample, and ends at the most allowed. Its rule looks only when the stream has
/// grown by a fifth since it last looked: looking costs a sort, and each look is one more chance to
/// stop on a lucky streak.
class stopping_rule {
 public:
  explicit stopping_rule(stopping_options options);
  /// The reason to stop, once there is one. More samples may be added after that.
  std::optional<stop_reason> add(double sample_ns);
  const std::vector<double>& samples() const { return samples_; }
  statistics result() const { return summarize(samples_, options_.quantum_ns); }

 private:
  stopping_options options_;
  const stopping_rule_form& rule_;
  std::vector<double> samples_;
  std::size_t next_look_;
  std::optional<stop_reason> reason_;
};

}  // namespace retime
