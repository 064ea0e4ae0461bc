// The files of a user that the family reads, whose sources are compiled in here.
#include "kernels/pcpd/start.cpp"
#include "tests/fuzz/readers.h"

namespace retime::fuzz {
namespace {

const bool has_start = add_reader({"start.npy", form::text, of("start.npy", pcpd::read_start)});

}  // namespace
}  // namespace retime::fuzz
