#include "variants/pcpd/parameters.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "kernels/pcpd/start.h"
#include "kernels/support/bad_input.h"
#include "variants/kit/name_index.h"

namespace pcpd {

using retime::point;

namespace {

constexpr std::int64_t printed_length = std::int64_t{1} << 18;  // Sect. 4

struct named_start {
  start_kind kind;
  double density = 1;
};

named_start start_of(const point& workload) {
  const std::string& text = workload.text("start");
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

void resolve(point& workload) {
  const std::string given = workload.text("length");
  if (start_of(workload).kind != start_kind::file) {
    if (given == "auto") workload.set("length", std::to_string(printed_length));
    return;
  }
  const auto sites = static_cast<std::int64_t>(read_start(workload.text("start")).size());
  if (given != "auto" && length_of(workload) != sites) {
    throw retime::bad_input(
        fmt::format("start={}: it has {} sites, but length={}; give length=auto",
                    workload.text("start"), sites, given));
  }
  workload.set("length", std::to_string(sites));
}

problem make(const point& workload) {
  problem made;
  made.model = model_of(workload);
  made.p = workload.real("p");
  made.d = workload.real("d");
  made.length = length_of(workload);
  made.time = static_cast<int>(workload.integer("time"));
  made.lattices = static_cast<int>(workload.integer("lattices"));
  const named_start start = start_of(workload);
  made.start = start.kind;
  made.density = start.density;
  if (start.kind == start_kind::file) made.sites = read_start(workload.text("start"));
  made.decorrelation = static_cast<int>(workload.integer("decorrelation"));
  made.generator = generator_of(workload);
  made.seed = static_cast<std::uint64_t>(workload.integer("seed"));
  return made;
}

std::int64_t length_of(const point& workload) { return std::stoll(workload.text("length")); }

double moves_of(const point& workload) {
  return static_cast<double>(length_of(workload)) * workload.real("time") *
         workload.real("lattices");
}

model model_of(const point& workload) {
  return model{1 + retime::name_index(workload.text("model"), model_names)};
}
generator_kind generator_of(const point& workload) {
  return generator_kind{retime::name_index(workload.text("generator"), generator_names)};
}

}  // namespace pcpd
