// The files of a user that the family reads, whose sources are compiled in here.
#include "kernels/carpet/generators.cpp"
#include "tests/fuzz/readers.h"

namespace retime::fuzz {
namespace {

const bool has_generators =
    add_reader({"generators.txt", form::text, of("generators.txt", carpet::read_generators)});

}  // namespace
}  // namespace retime::fuzz
