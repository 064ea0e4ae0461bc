// Algorithm 1 on one core: the denominator of the paper's 4000 times.
#include "kernels/pcpd/host_lattices.h"
#include "variants/kit/one_call.h"
#include "variants/pcpd/axes.h"
#include "variants/pcpd/parameters.h"

namespace pcpd::cpu_scalar_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of(
      {invalid_generator({generator_kind::lfsr113}, point), too_many_moves(point, 1e9)});
}

REGISTER_VARIANT(problem, {.id = "cpu_scalar",
                           .paper = {"schram_2012", "CPU, plain"},
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::one,
                           .invalid = invalid,
                           .memory_bytes =
                               [](const retime::point& point) {
                                 return static_cast<double>(length_of(point));
                               },
                           .work = work_of,
                           .prepare =
                               [](const pcpd::problem& problem, const retime::point&) {
                                 return retime::call_once<outcome>([&problem](int draw) {
                                   return run_site_by_site(problem, draw);
                                 });
                               }});

}  // namespace pcpd::cpu_scalar_variant
