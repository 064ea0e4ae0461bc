#include "variants/carpet/parameters.h"

#include <string>

#include "variants/kit/with_real.h"

namespace carpet {

using retime::point;

generator_set generators_of(const point& workload) {
  const std::string& file = workload.text("generators");
  return file.empty() ? built_in_generators(workload.real("occupancy")) : read_generators(file);
}

parameters parameters_of(const point& workload) {
  parameters asked;
  asked.steps = static_cast<int>(workload.integer("steps"));
  asked.generators = generators_of(workload);
  asked.level = static_cast<int>(workload.integer("level"));
  if (workload.text("surface") != "auto") asked.across = std::stoll(workload.text("surface"));
  const std::string& start = workload.text("start");
  asked.random_start = start == "random";
  if (start.find(':') != std::string::npos) {
    asked.start = site{std::stoll(start), std::stoll(start.substr(start.find(':') + 1))};
  }
  asked.in_double = retime::is_double(workload);
  asked.seed = static_cast<std::uint64_t>(workload.integer("seed"));
  return asked;
}

}  // namespace carpet
