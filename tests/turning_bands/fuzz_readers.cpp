// The files of a user that the family reads, whose sources are compiled in here.
#include "kernels/turning_bands/read_table.cpp"
#include "tests/fuzz/readers.h"

namespace retime::fuzz {
namespace {

const bool has_tables =
    add_reader({"covariance.txt", form::text, of("covariance.txt", turning_bands::read_table)}) &&
    add_reader({"points.npy", form::text, of("points.npy", [](const std::string& file) {
                  turning_bands::read_rows(file, 3);
                })});

}  // namespace
}  // namespace retime::fuzz
