// The configurations among which a search looks for its next, described for the models.
#pragma once

#include <functional>
#include <random>
#include <vector>

#include "harness/tune/model/features.h"

namespace retime::tune {

/// All configurations of a space, or, of one too large to look through after every evaluation, the
/// most promising and some at random.
class candidates {
 public:
  candidates(const tuning_space& over, std::mt19937_64& random);

  /// Whether candidate k is configuration k.
  bool whole() const { return which_.size() == over_.size(); }
  std::size_t size() const { return which_.size(); }
  configuration operator[](std::size_t k) const { return which_[k]; }
  const tuning_space& where() const { return over_; }

  std::size_t columns() const { return features_.count(); }
  /// columns() features of a candidate.
  const std::uint8_t* row(std::size_t k) const { return rows_.data() + k * columns(); }
  /// Writes columns() features of any configuration.
  void describe(configuration index, std::uint8_t* to) const { features_.write(index, to); }

  /// Lower is more promising.
  using screen = std::function<float(const std::uint8_t* row)>;
  /// Chooses anew from the next 200,000 configurations of the space, which come in an order that
  /// leaves none out. Not for a whole space.
  void renew(const screen& score);

 private:
  configuration next();
  void take(std::vector<configuration> chosen);

  const tuning_space& over_;
  features features_;
  std::size_t at_ = 0, stride_ = 1;  // of the order in which a large space is walked through
  std::vector<configuration> which_;
  std::vector<std::uint8_t> rows_;
};

}  // namespace retime::tune
