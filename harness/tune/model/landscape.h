// What a search believes of a space: values, where configurations fail, where it is worth looking.
#pragma once

#include <optional>

#include "harness/tune/model/levels.h"
#include "harness/tune/model/mixture.h"

namespace retime::tune {

class landscape {
 public:
  landscape(const tuning_space& over, const neighbours_view& elsewhere, std::mt19937_64& random);

  /// Takes a configuration not learnt before; the value is infinite if it failed.
  void learn(configuration index, double value);
  /// Brings all beliefs up to what was learnt, of which one at least ran.
  void refresh(std::mt19937_64& random);
  void forget_neighbours() { values_.forget_neighbours(); }

  const candidates& looked_at() const { return candidates_; }
  /// How low a level a candidate may turn out to have: this many standard deviations below what is
  /// expected, more where it may fail.
  float hope(std::size_t candidate, float deviations) const;
  float hope_of(configuration index, float deviations) const;

 private:
  candidates candidates_;
  mixture values_;
  forest failures_;
  bool any_failed_ = false;
  std::optional<levels> level_;
};

}  // namespace retime::tune
