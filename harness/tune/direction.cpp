#include "harness/tune/direction.h"

#include <algorithm>
#include <cctype>

#include "harness/text/enum_text.h"

namespace retime::tune {
namespace {

constexpr enum_text<direction> directions[] = {{direction::minimise, "minimise"},
                                               {direction::maximise, "maximise"}};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::string to_text(direction towards) { return text_in(directions, towards); }

direction direction_of(const std::string& name, const std::string& unit) {
  const std::string says = lower(unit.empty() ? name : unit);
  const bool more_is_better = std::ranges::any_of(
      std::initializer_list<const char*>{"/s", "/sec", "/second", "/w", "/j", "flops"},
      [&](const char* ending) { return says.ends_with(ending); });
  return more_is_better ? direction::maximise : direction::minimise;
}

double to_minimise(double value, direction towards) {
  return towards == direction::maximise ? -value : value;
}

bool is_better(double value, double than, direction towards) {
  return to_minimise(value, towards) < to_minimise(than, towards);
}

}  // namespace retime::tune
