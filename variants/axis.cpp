#include "variants/axis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

namespace retime {
namespace {

template <class T>
const T& typed(const std::map<std::string, axis_value>& values, const std::string& axis,
               const char* type) {
  const auto found = values.find(axis);
  if (found == values.end()) throw std::out_of_range("no axis '" + axis + "' at this point");
  if (const T* value = std::get_if<T>(&found->second)) return *value;
  throw std::out_of_range("axis '" + axis + "' is not " + type);
}

double number(const axis_value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nan("");
}

}  // namespace

std::string to_text(const axis_value& value) {
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

std::int64_t point::integer(const std::string& axis) const {
  return typed<std::int64_t>(values_, axis, "a whole number");
}

double point::real(const std::string& axis) const {
  const auto found = values_.find(axis);
  if (found != values_.end() && std::holds_alternative<std::int64_t>(found->second)) {
    return static_cast<double>(std::get<std::int64_t>(found->second));
  }
  return typed<double>(values_, axis, "a number");
}

const std::string& point::text(const std::string& axis) const {
  return typed<std::string>(values_, axis, "text");
}

tuning_axis tuning(std::string name, std::vector<axis_value> values) {
  axis_value first = values.at(0);
  return {.name = std::move(name), .values = std::move(values), .default_value = std::move(first)};
}

tuning_axis tuning(std::string name, std::vector<axis_value> values, axis_value default_value) {
  return {.name = std::move(name),
          .values = std::move(values),
          .default_value = std::move(default_value)};
}

std::function<std::string(const axis_value&)> at_least(double low) {
  return [low](const axis_value& value) {
    return number(value) >= low ? std::string{} : fmt::format("a number of at least {}", low);
  };
}

std::function<std::string(const axis_value&)> between(double low, double high) {
  return [low, high](const axis_value& value) {
    const double x = number(value);
    return x >= low && x <= high ? std::string{} : fmt::format("a number from {} to {}", low, high);
  };
}

std::function<std::string(const axis_value&)> one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const axis_value& value) {
    const auto* word = std::get_if<std::string>(&value);
    if (word && std::ranges::find(words, *word) != words.end()) return std::string{};
    return fmt::format("one of {}", fmt::join(words, ", "));
  };
}

std::function<std::string(const axis_value&)> matching(const char* expression, std::string right) {
  const auto form = std::make_shared<const re2::RE2>(expression);
  if (!form->ok())
    throw std::logic_error(fmt::format("matching(\"{}\"): {}", expression, form->error()));
  return [form, right = std::move(right)](const axis_value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text && re2::RE2::FullMatch(*text, *form) ? std::string{} : right;
  };
}

}  // namespace retime
