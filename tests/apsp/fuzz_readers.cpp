// The files of a user that the family reads, whose sources are compiled in here.
#include "kernels/apsp/graph.cpp"
#include "kernels/apsp/read_graph.cpp"
#include "tests/fuzz/readers.h"

namespace retime::fuzz {
namespace {

void read_any_graph(const std::string& file) { apsp::read_graph(file); }

const bool has_graphs = add_reader({"graph.txt", form::text, of("graph.txt", read_any_graph)}) &&
                        add_reader({"graph.mtx", form::text, of("graph.mtx", read_any_graph)});

}  // namespace
}  // namespace retime::fuzz
