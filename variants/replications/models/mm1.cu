#include <limits>

#include "kernels/replications/mm1.h"
#include "kernels/support/bad_input.h"
#include "variants/replications/models.cuh"

namespace replications::mm1_model {

mm1::parameters make_parameters(const retime::point& point) {
  const mm1::parameters parameters{static_cast<int>(point.integer("clients")), point.real("lambda"),
                                   point.real("mu")};
  if (!(parameters.lambda < parameters.mu)) {
    throw retime::bad_input("lambda=" + retime::to_text(parameters.lambda) +
                            ": give less than mu=" + retime::to_text(parameters.mu) +
                            ", or the queue grows for ever");
  }
  return parameters;
}

REGISTER_MODEL(mm1,
               {.id = "mm1",
                .item = "client",
                .axes = {{.name = "clients",
                          .help = "clients of a replication (model mm1)",
                          .default_value = 10000,
                          .smoke = {500},
                          .check = retime::between(1, 1e9)},
                         {.name = "lambda",
                          .help = "arrivals a unit of time (model mm1)",
                          .default_value = 0.8,
                          .check = retime::between(1e-3, 1e3)},
                         {.name = "mu",
                          .help = "services a unit of time (model mm1)",
                          .default_value = 1.0,
                          .check = retime::between(1e-3, 1e3)}},
                .parameters = make_parameters,
                .most = [](const mm1::parameters&) { return std::numeric_limits<double>::max(); },
                .tolerance = 1e-6});

}  // namespace replications::mm1_model
