// A tuning space: parameters, their values, and the configurations that its constraints leave.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "variants/axis.h"

namespace retime {

/// Index of a configuration within its space.
using configuration = std::uint32_t;
/// Index of a value within its parameter.
using code = std::uint16_t;

struct parameter {
  std::string name;
  std::vector<axis_value> values;
  /// Numbers have an order that a search may step along; words have none.
  bool ordered() const;
};

class tuning_space {
 public:
  /// `codes` holds one row of parameters.size() codes a configuration. Rows are sorted, duplicates
  /// refused. Throws bad_input: no configuration, no parameter, more values or points than can be
  /// indexed.
  tuning_space(std::vector<parameter> parameters, std::vector<code> codes);

  std::size_t size() const { return keys_.size(); }
  std::size_t dimensions() const { return parameters_.size(); }
  const std::vector<parameter>& parameters() const { return parameters_; }
  std::span<const code> codes(configuration index) const {
    return {codes_.data() + std::size_t{index} * dimensions(), dimensions()};
  }
  const axis_value& value(configuration index, std::size_t axis) const {
    return parameters_[axis].values[codes(index)[axis]];
  }
  std::optional<configuration> find(std::span<const code> codes) const;
  /// By the parameters' names; other names may stand beside them.
  std::optional<configuration> find(const std::map<std::string, axis_value>& values) const;
  std::map<std::string, axis_value> values(configuration index) const;
  std::string text(configuration index) const;  ///< "block=256 tile=2"

 private:
  std::vector<parameter> parameters_;
  std::vector<code> codes_;
  std::vector<std::uint64_t> strides_,
      keys_;  // a configuration's mixed-radix number; keys_ ascends
};

/// Sum over the parameters of how far apart two configurations' values are, each 0 to 1.
double distance(const tuning_space& where, configuration a, configuration b);

/// Configurations that differ in exactly one parameter.
std::vector<configuration> hamming_neighbours(const tuning_space& where, configuration centre);
/// The nearest existing one below and above along each ordered parameter; all along an
/// unordered one.
std::vector<configuration> adjacent_neighbours(const tuning_space& where, configuration centre);

}  // namespace retime
