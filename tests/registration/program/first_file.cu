// A family and variants of which each is registered wrongly: what a program says of them at start.
#include "variants/form.h"

namespace misregistered {
namespace {

struct problem {
  using answer = int;
  static constexpr const char* family = "misregistered";
};

}  // namespace

REGISTER_FAMILY(problem,
                {.id = "misregistered",
                 .title = "of which nothing is right",
                 .axes = {{.name = "n", .help = "numbers", .default_value = std::int64_t{1}}},
                 .size_axis = "n",
                 .make = [](const retime::point&) { return problem{}; },
                 .reference = [](const problem&) { return 0; }});

REGISTER_VARIANT(problem, {.id = "twice"});
REGISTER_VARIANT(problem, {.id = "baseless", .base = "nosuch"});

}  // namespace misregistered
