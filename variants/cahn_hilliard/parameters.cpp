#include "variants/cahn_hilliard/parameters.h"

#include "variants/kit/with_real.h"

namespace cahn_hilliard {

settings settings_of(const retime::point& point) {
  const bool mirror = point.text("boundary") == "mirror",
             euler = point.text("integrator") == "euler";
  return {.n = static_cast<int>(point.integer("n")),
          .dim = static_cast<int>(point.integer("dim")),
          .steps = point.integer("steps"),
          .dt = point.real("dt"),
          .mean = point.real("mean"),
          .noise = point.real("noise"),
          .m = point.real("m"),
          .b = point.real("b"),
          .u = point.real("u"),
          .k = point.real("k"),
          .edge = mirror ? boundary::mirror : boundary::periodic,
          .method = euler ? integrator::euler : integrator::rk2,
          .conserving = point.text("update") == "conserving",
          .double_precision = retime::is_double(point),
          .seed = static_cast<std::uint64_t>(point.integer("seed")),
          .initial = point.text("initial")};
}

problem make_problem(const retime::point& point) { return make_problem(settings_of(point)); }

}  // namespace cahn_hilliard
