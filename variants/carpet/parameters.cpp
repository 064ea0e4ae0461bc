#include "variants/carpet/parameters.h"

#include <charconv>
#include <string>

#include "variants/kit/with_real.h"

namespace carpet {

using retime::point;

namespace {

std::int64_t whole(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

generator_set generators_of(const point& workload) {
  const std::string& file = workload.text("generators");
  return file.empty() ? built_in_generators(workload.real("occupancy")) : read_generators(file);
}

parameters parameters_of(const point& workload) {
  parameters asked;
  asked.steps = static_cast<int>(workload.integer("steps"));
  asked.generators = generators_of(workload);
  asked.level = static_cast<int>(workload.integer("level"));
  if (workload.text("surface") != "auto") asked.across = whole(workload.text("surface"));
  if (const std::string& start = workload.text("start"); start != "centre") {
    const auto colon = start.find(':');
    asked.start = site{whole(start.substr(0, colon)), whole(start.substr(colon + 1))};
  }
  asked.precision =
      retime::is_double(workload) ? real_type::double_precision : real_type::single_precision;
  asked.seed = static_cast<std::uint64_t>(workload.integer("seed"));
  return asked;
}

}  // namespace carpet
