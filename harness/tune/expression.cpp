#include "harness/tune/expression.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "harness/tune/expression_node.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using scalar = axis_value;
using whole = std::int64_t;
using items = std::vector<scalar>;
using operand = std::variant<whole, double, std::string, items>;

constexpr std::size_t longest_list = 1'000'000;

[[noreturn]] void fail(const std::string& why) { throw bad_input(why); }

bool is_number(const operand& x) { return x.index() < 2; }
double real(const operand& x) {
  if (const auto* n = std::get_if<whole>(&x)) return static_cast<double>(*n);
  if (const auto* r = std::get_if<double>(&x)) return *r;
  fail("a text or a list stands where a number is needed");
}

operand widen(const scalar& x) {
  return std::visit([](const auto& held) { return operand(held); }, x);
}
scalar narrow(operand x) {
  if (auto* n = std::get_if<whole>(&x)) return *n;
  if (auto* r = std::get_if<double>(&x)) return *r;
  if (auto* text = std::get_if<std::string>(&x)) return std::move(*text);
  fail("a list inside a list is not a value");
}

bool truth(const operand& x) {
  if (const auto* text = std::get_if<std::string>(&x)) return !text->empty();
  if (const auto* list = std::get_if<items>(&x)) return !list->empty();
  return real(x) != 0;
}

bool equal(const operand& a, const operand& b) {
  if (is_number(a) && is_number(b)) {
    const auto *m = std::get_if<whole>(&a), *n = std::get_if<whole>(&b);
    return m && n ? *m == *n : real(a) == real(b);
  }
  return a == b;
}

bool less(const operand& a, const operand& b) {
  const auto *m = std::get_if<whole>(&a), *n = std::get_if<whole>(&b);
  if (m && n) return *m < *n;
  const auto *s = std::get_if<std::string>(&a), *t = std::get_if<std::string>(&b);
  if (s && t) return *s < *t;
  if (!is_number(a) || !is_number(b)) fail("a number is compared with a text or a list");
  return real(a) < real(b);
}

bool related(relation how, const operand& a, const operand& b) {
  switch (how) {
    case relation::less:
      return less(a, b);
    case relation::less_equal:
      return less(a, b) || equal(a, b);
    case relation::greater:
      return less(b, a);
    case relation::greater_equal:
      return less(b, a) || equal(a, b);
    case relation::equal:
      return equal(a, b);
    case relation::not_equal:
      return !equal(a, b);
    case relation::in:
    case relation::not_in:
      break;
  }
  const auto* list = std::get_if<items>(&b);
  if (!list) fail("'in' needs a list on its right");
  bool found = false;
  for (const auto& each : *list) found = found || equal(a, widen(each));
  return found == (how == relation::in);
}

[[noreturn]] void too_large() { fail("a whole number leaves 64 bits"); }

operand power(const operand& a, const operand& b) {
  const auto *base = std::get_if<whole>(&a), *exponent = std::get_if<whole>(&b);
  if (!base || !exponent || *exponent < 0) return std::pow(real(a), real(b));
  if (*exponent > 63 && (*base > 1 || *base < -1)) too_large();
  whole result = 1;
  for (whole k = *exponent > 63 ? *exponent % 2 : *exponent; k > 0; --k) {
    if (__builtin_mul_overflow(result, *base, &result)) too_large();
  }
  return result;
}

/// Rounds towards minus infinity, as Python does; C++ rounds towards zero.
whole floor_divide(whole a, whole b) {
  if (b == -1) {
    whole negated;
    if (__builtin_sub_overflow(whole{0}, a, &negated)) too_large();
    return negated;
  }
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

operand arithmetic(operation which, const operand& a, const operand& b) {
  const bool divides =
      which == operation::divide || which == operation::floor_divide || which == operation::modulo;
  if (divides && real(b) == 0) fail("division by zero");
  if (which == operation::power) return power(a, b);
  const auto *m = std::get_if<whole>(&a), *n = std::get_if<whole>(&b);
  if (m && n && which != operation::divide) {
    whole result = 0;
    bool overflow = false;
    if (which == operation::add) overflow = __builtin_add_overflow(*m, *n, &result);
    if (which == operation::subtract) overflow = __builtin_sub_overflow(*m, *n, &result);
    if (which == operation::multiply) overflow = __builtin_mul_overflow(*m, *n, &result);
    if (which == operation::floor_divide) result = floor_divide(*m, *n);
    if (which == operation::modulo) result = *n == -1 ? 0 : *m - floor_divide(*m, *n) * *n;
    if (overflow) too_large();
    return result;
  }
  const double x = real(a), y = real(b);
  switch (which) {
    case operation::add:
      return x + y;
    case operation::subtract:
      return x - y;
    case operation::multiply:
      return x * y;
    case operation::divide:
      return x / y;
    case operation::floor_divide:
      return std::floor(x / y);
    default:
      return x - std::floor(x / y) * y;
  }
}

operand range(const std::vector<operand>& arguments) {
  whole bounds[3] = {0, 0, 1};
  if (arguments.empty() || arguments.size() > 3) fail("range() takes one to three whole numbers");
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto* n = std::get_if<whole>(&arguments[k]);
    if (!n) fail("range() takes whole numbers");
    bounds[arguments.size() == 1 ? 1 : k] = *n;
  }
  const auto [first, last, step] = bounds;
  if (step == 0) fail("range() has a step of zero");
  const double count = std::ceil((static_cast<double>(last) - static_cast<double>(first)) /
                                 static_cast<double>(step));
  if (count > longest_list) fail(fmt::format("a range has more than {} values", longest_list));
  items result;
  for (whole k = 0; static_cast<double>(k) < count; ++k) result.emplace_back(first + k * step);
  return result;
}

operand extreme(const std::string& name, std::vector<operand> arguments) {
  if (arguments.size() == 1) {
    if (const auto* list = std::get_if<items>(&arguments[0])) {
      std::vector<operand> inside;
      for (const auto& each : *list) inside.push_back(widen(each));
      arguments = std::move(inside);
    }
  }
  if (arguments.empty()) fail(name + "() of nothing");
  auto best = arguments[0];
  for (const auto& each : arguments) {
    if (name == "min" ? less(each, best) : less(best, each)) best = each;
  }
  return best;
}

whole to_whole(double x) {
  if (!(std::abs(x) < 9.2e18)) too_large();
  return static_cast<whole>(x);
}

operand call(const std::string& name, std::vector<operand> arguments) {
  if (name == "range") return range(arguments);
  if (name == "min" || name == "max") return extreme(name, std::move(arguments));
  if (arguments.size() != 1) fail(name + "() takes one value");
  const auto& only = arguments[0];
  const auto* list = std::get_if<items>(&only);
  if (name == "list" || name == "len") {
    if (!list) fail(name + "() takes a list");
    return name == "list" ? only : operand(static_cast<whole>(list->size()));
  }
  if (name == "float") return real(only);
  const auto* n = std::get_if<whole>(&only);
  if (name == "abs")
    return n && *n != INT64_MIN ? operand(*n < 0 ? -*n : *n) : operand(std::abs(real(only)));
  if (n) return only;
  return to_whole(name == "int" ? std::trunc(real(only)) : std::nearbyint(real(only)));
}

class evaluator {
 public:
  explicit evaluator(std::span<const scalar> values) : values_(values) {}

  operand at(const expression_node& node) {
    const auto& children = node.children;
    switch (node.what) {
      case operation::constant:
        return widen(node.constant);
      case operation::parameter:
        return widen(node.slot < values_.size() ? values_[node.slot] : local(node.slot));
      case operation::list: {
        items result;
        result.reserve(children.size());
        for (const auto& child : children) result.push_back(narrow(at(child)));
        return result;
      }
      case operation::comprehension:
        return comprehend(node);
      case operation::choice:
        return at(children[truth(at(children[0])) ? 1 : 2]);
      case operation::both:
      case operation::either: {
        auto left = at(children[0]);
        return truth(left) == (node.what == operation::either) ? left : at(children[1]);
      }
      case operation::negation:
        return whole{!truth(at(children[0]))};
      case operation::comparison:
        return compare(node);
      case operation::minus:
        return arithmetic(operation::subtract, whole{0}, at(children[0]));
      case operation::plus:
        return arithmetic(operation::add, whole{0}, at(children[0]));
      case operation::call: {
        std::vector<operand> arguments;
        arguments.reserve(children.size());
        for (const auto& child : children) arguments.push_back(at(child));
        return call(node.function, std::move(arguments));
      }
      default:
        return arithmetic(node.what, at(children[0]), at(children[1]));
    }
  }

 private:
  const scalar& local(std::size_t slot) const { return locals_.at(slot - values_.size()); }

  operand compare(const expression_node& node) {
    auto left = at(node.children[0]);
    for (std::size_t k = 0; k < node.relations.size(); ++k) {
      auto right = at(node.children[k + 1]);
      if (!related(node.relations[k], left, right)) return whole{0};
      left = std::move(right);
    }
    return whole{1};
  }

  operand comprehend(const expression_node& node) {
    const auto source = at(node.children[1]);
    const auto* list = std::get_if<items>(&source);
    if (!list) fail("'for ... in' needs a list");
    items result;
    for (const auto& each : *list) {
      locals_.push_back(each);
      bool kept = true;
      for (std::size_t k = 2; k < node.children.size(); ++k)
        kept = kept && truth(at(node.children[k]));
      if (kept) result.push_back(narrow(at(node.children[0])));
      locals_.pop_back();
      if (++steps_ > longest_list)
        fail(fmt::format("a list has more than {} values", longest_list));
    }
    return result;
  }

  std::span<const scalar> values_;
  items locals_;  // variables of the comprehensions around
  std::size_t steps_ = 0;
};

operand evaluate(const expression_node& root, std::span<const scalar> values,
                 const std::string& text) {
  try {
    return evaluator(values).at(root);
  } catch (const bad_input& problem) {
    constexpr std::size_t shown = 120;
    const auto cut = text.size() > shown ? text.substr(0, shown) + "..." : text;
    throw bad_input(fmt::format("'{}': {}", cut, problem.what()));
  }
}

}  // namespace

expression::expression(const std::string& text, const std::vector<std::string>& names)
    : text_(text),
      root_(std::make_shared<const expression_node>(parse_expression(text, names, uses_))) {}

bool expression::holds(std::span<const axis_value> values) const {
  return truth(evaluate(*root_, values, text_));
}

std::vector<axis_value> expression::list(std::span<const axis_value> values) const {
  auto result = evaluate(*root_, values, text_);
  if (auto* several = std::get_if<items>(&result)) return std::move(*several);
  return {narrow(std::move(result))};
}

std::vector<axis_value> parse_value_list(const std::string& text) {
  return expression(text, {}).list({});
}

}  // namespace retime::tune
