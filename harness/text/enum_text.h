// Enumerators as text and back, by one table for each enumeration.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace retime {

template <class Enum>
struct enum_text {
  Enum value;
  std::string_view text;
};

/// Throws std::logic_error for an enumerator that the table lacks.
template <class Enum, std::size_t N>
std::string text_in(const enum_text<Enum> (&table)[N], Enum value) {
  for (const auto& row : table) {
    if (row.value == value) return std::string(row.text);
  }
  throw std::logic_error("an enumerator without a text");
}

/// Nothing for a text that stands in no row.
template <class Enum, std::size_t N>
std::optional<Enum> value_in(const enum_text<Enum> (&table)[N], std::string_view text) {
  for (const auto& row : table) {
    if (row.text == text) return row.value;
  }
  return std::nullopt;
}

/// "warm, cold": the texts, for a message that says what would be right.
template <class Enum, std::size_t N>
std::string texts_of(const enum_text<Enum> (&table)[N]) {
  std::string all;
  for (const auto& row : table) all += (all.empty() ? "" : ", ") + std::string(row.text);
  return all;
}

}  // namespace retime
