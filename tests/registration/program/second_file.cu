// "Copy the file" without another id.
#include "variants/form.h"

namespace misregistered_again {
namespace {

struct problem {
  using answer = int;
  static constexpr const char* family = "misregistered";
};

}  // namespace

REGISTER_VARIANT(problem, {.id = "twice"});

}  // namespace misregistered_again
