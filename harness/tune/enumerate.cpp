#include <fmt/format.h>

#include "harness/tune/expression.h"
#include "harness/tune/space.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

constexpr std::size_t most_configurations = 20'000'000;
constexpr std::size_t most_steps =
    400'000'000;  // a grid that would take hours is refused, not walked

class enumeration {
 public:
  enumeration(const std::vector<parameter>& parameters, const std::vector<std::string>& conditions)
      : parameters_(parameters), due_(parameters.size()), codes_(parameters.size()) {
    std::vector<std::string> names;
    for (const auto& each : parameters) {
      names.push_back(each.name);
      values_.push_back(each.values.empty() ? axis_value{} : each.values[0]);
    }
    for (const auto& text : conditions) {
      expression condition(text, names);
      due_[condition.uses().empty() ? 0 : condition.uses().back()].push_back(std::move(condition));
    }
  }

  std::vector<code> all() {
    descend(0);
    return std::move(found_);
  }

 private:
  void descend(std::size_t axis) {
    if (axis == parameters_.size()) {
      found_.insert(found_.end(), codes_.begin(), codes_.end());
      if (found_.size() / codes_.size() > most_configurations)
        throw bad_input(
            fmt::format("the space has more than {} configurations", most_configurations));
      return;
    }
    for (std::size_t k = 0; k < parameters_[axis].values.size(); ++k) {
      if (++steps_ > most_steps)
        throw bad_input(
            "the space's grid is too large to enumerate: add conditions or drop values");
      values_[axis] = parameters_[axis].values[k];
      codes_[axis] = static_cast<code>(k);
      bool kept = true;
      for (const auto& condition : due_[axis]) kept = kept && condition.holds(values_);
      if (kept) descend(axis + 1);
    }
  }

  const std::vector<parameter>& parameters_;
  std::vector<std::vector<expression>> due_;  // conditions by the last parameter that they use
  std::vector<axis_value> values_;
  std::vector<code> codes_, found_;
  std::size_t steps_ = 0;
};

}  // namespace

space enumerate(std::vector<parameter> parameters, const std::vector<std::string>& conditions) {
  if (parameters.empty()) throw bad_input("the space has no parameter");
  for (const auto& each : parameters) {
    if (each.values.empty()) throw bad_input(fmt::format("parameter '{}' has no value", each.name));
    if (each.values.size() > 65535)
      throw bad_input(fmt::format("parameter '{}' has more than 65535 values", each.name));
  }
  auto codes = enumeration(parameters, conditions).all();
  return {std::move(parameters), std::move(codes)};
}

double distance(const space& where, configuration a, configuration b) {
  const auto x = where.codes(a), y = where.codes(b);
  double sum = 0;
  for (std::size_t axis = 0; axis < x.size(); ++axis) {
    const auto& along = where.parameters()[axis];
    if (x[axis] == y[axis]) continue;
    const double steps = std::abs(static_cast<double>(x[axis]) - y[axis]);
    sum += along.ordered() ? steps / static_cast<double>(along.values.size() - 1) : 1.0;
  }
  return sum;
}

std::vector<configuration> hamming_neighbours(const space& where, configuration centre) {
  std::vector<configuration> found;
  std::vector<code> codes(where.codes(centre).begin(), where.codes(centre).end());
  for (std::size_t axis = 0; axis < codes.size(); ++axis) {
    const auto own = codes[axis];
    for (std::size_t k = 0; k < where.parameters()[axis].values.size(); ++k) {
      codes[axis] = static_cast<code>(k);
      if (k == own) continue;
      if (const auto other = where.find(codes)) found.push_back(*other);
    }
    codes[axis] = own;
  }
  return found;
}

std::vector<configuration> adjacent_neighbours(const space& where, configuration centre) {
  std::vector<configuration> found;
  std::vector<code> codes(where.codes(centre).begin(), where.codes(centre).end());
  for (std::size_t axis = 0; axis < codes.size(); ++axis) {
    const auto& along = where.parameters()[axis];
    const int own = codes[axis], count = static_cast<int>(along.values.size());
    for (const int step : {-1, 1}) {
      for (int k = own + step; k >= 0 && k < count; k += step) {
        codes[axis] = static_cast<code>(k);
        const auto other = where.find(codes);
        if (other) found.push_back(*other);
        if (other && along.ordered()) break;
      }
    }
    codes[axis] = static_cast<code>(own);
  }
  return found;
}

}  // namespace retime::tune
