#include "variants/pcpd/parameters.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "kernels/pcpd/start.h"
#include "kernels/support/bad_input.h"
#include "variants/kit/name_index.h"

namespace pcpd {
namespace {

constexpr std::int64_t printed_length = std::int64_t{1} << 18;  // Sect. 4

struct named_start {
  start_kind kind;
  double density = 1;
};

named_start start_of(const retime::point& point) {
  const std::string& text = point.text("start");
  if (text == "full") return {start_kind::full};
  const std::string prefix = "random:";
  if (!text.starts_with(prefix)) {
    if (std::filesystem::is_regular_file(text)) return {start_kind::file};
    throw retime::bad_input("start=" + text +
                            ": give full, random:DENSITY or a .npy file that exists");
  }
  const std::string number = text.substr(prefix.size());
  char* end = nullptr;
  const double density = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !(density >= 0 && density <= 1))
    throw retime::bad_input("start=" + text + ": give a density from 0 to 1, such as random:0.5");
  return {start_kind::random, density};
}

}  // namespace

void resolve(retime::point& workload) {
  const std::string length = workload.text("length");
  if (start_of(workload).kind != start_kind::file) {
    if (length == "auto") workload.set("length", std::to_string(printed_length));
    return;
  }
  const auto sites = static_cast<std::int64_t>(read_start(workload.text("start")).size());
  if (length != "auto" && length_of(workload) != sites) {
    throw retime::bad_input(
        fmt::format("start={}: it has {} sites, but length={}; give length=auto",
                    workload.text("start"), sites, length));
  }
  workload.set("length", std::to_string(sites));
}

problem make_problem(const retime::point& point) {
  const named_start start = start_of(point);
  problem problem{{.model = model_of(point),
                   .p = point.real("p"),
                   .d = point.real("d"),
                   .length = length_of(point),
                   .time = static_cast<int>(point.integer("time")),
                   .lattices = static_cast<int>(point.integer("lattices")),
                   .start = start.kind,
                   .density = start.density,
                   .decorrelation = static_cast<int>(point.integer("decorrelation")),
                   .generator = generator_of(point),
                   .seed = static_cast<std::uint64_t>(point.integer("seed"))}};
  if (start.kind == start_kind::file) problem.sites = read_start(point.text("start"));
  return problem;
}

std::int64_t length_of(const retime::point& point) { return std::stoll(point.text("length")); }

double moves_of(const retime::point& point) {
  return static_cast<double>(length_of(point)) * point.real("time") * point.real("lattices");
}

model model_of(const retime::point& point) {
  return model{1 + retime::name_index(point.text("model"), model_names)};
}
generator_kind generator_of(const retime::point& point) {
  return generator_kind{retime::name_index(point.text("generator"), generator_names)};
}

}  // namespace pcpd
