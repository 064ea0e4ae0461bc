#include "variants/carpet/parameters.h"

#include <string>

#include "variants/kit/with_real.h"

namespace carpet {

generator_set generators_of(const retime::point& point) {
  const std::string& file = point.text("generators");
  return file.empty() ? built_in_generators(point.real("occupancy")) : read_generators(file);
}

parameters parameters_of(const retime::point& point) {
  parameters parameters;
  parameters.steps = static_cast<int>(point.integer("steps"));
  parameters.generators = generators_of(point);
  parameters.level = static_cast<int>(point.integer("level"));
  if (point.text("surface") != "auto") parameters.across = std::stoll(point.text("surface"));
  const std::string& start = point.text("start");
  parameters.random_start = start == "random";
  if (start.find(':') != std::string::npos) {
    parameters.start = site{std::stoll(start), std::stoll(start.substr(start.find(':') + 1))};
  }
  parameters.in_double = retime::is_double(point);
  parameters.seed = static_cast<std::uint64_t>(point.integer("seed"));
  return parameters;
}

problem make_problem(const retime::point& point) { return make_problem(parameters_of(point)); }

}  // namespace carpet
