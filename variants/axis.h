// Axes and points: what a case is called by. Plain data; the harness expands them, families read
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace retime {

/// A plain `256` is an integer, `0.5` a real, "graph" text.
using axis_value = std::variant<std::int64_t, double, std::string>;
using axis_values = std::map<std::string, axis_value>;  ///< by axis

/// The text of a value, as it stands in a case key: shortest form that reads back to the same
/// number.
std::string to_text(const axis_value& value);

/// The values of every axis at one case.
class point {
 public:
  /// Each throws std::out_of_range, naming the axis, if the point lacks it or it has another type.
  std::int64_t integer(const std::string& axis) const;
  double real(const std::string& axis) const;  ///< an integer is read as a real
  const std::string& text(const std::string& axis) const;

  bool has(const std::string& axis) const { return values_.contains(axis); }
  void set(const std::string& axis, axis_value value) { values_[axis] = std::move(value); }
  void erase(const std::string& axis) { values_.erase(axis); }
  const std::map<std::string, axis_value>& values() const { return values_; }
  bool operator==(const point&) const = default;

 private:
  std::map<std::string, axis_value> values_;
};

/// An axis that says what is computed. Its type is the type of `default_value`.
struct workload_axis {
  std::string name;
  std::string help;          ///< one line, with unit
  axis_value default_value;  ///< the value where neither profile nor user names one
  /// Values a profile sweeps; an empty list means the default alone.
  std::vector<axis_value> smoke{}, quick{}, paper{};
  /// Empty if the value makes sense, else what would be right ("a whole number of at least 1").
  std::function<std::string(const axis_value&)> check{};
  bool always_in_key = false;  ///< otherwise only a value other than the default stands in the key
};

/// An axis that says how it is computed; answers must not depend on it.
struct tuning_axis {
  std::string name;
  std::vector<axis_value> values;  ///< all that make sense: what `tune` and NAME=all explore
  axis_value default_value;        ///< what the profiles run
};

/// The default is the first value unless named.
tuning_axis tuning(std::string name, std::vector<axis_value> values);
tuning_axis tuning(std::string name, std::vector<axis_value> values, axis_value default_value);

/// Checks for workload axes.
std::function<std::string(const axis_value&)> at_least(double low);
std::function<std::string(const axis_value&)> between(double low, double high);
std::function<std::string(const axis_value&)> one_of(std::vector<std::string> words);
/// Text that the regular expression (RE2) matches from end to end; `right` is what would be.
std::function<std::string(const axis_value&)> matching(const char* expression, std::string right);

}  // namespace retime
