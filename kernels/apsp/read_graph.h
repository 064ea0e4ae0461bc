// A user's own graph, from a file.
#pragma once

#include <string>

#include "kernels/apsp/graph.h"

namespace apsp {

enum class direction { from_file, undirected, directed };

/// Reads either format, told apart by the first line:
/// - an edge list: two vertex numbers a line, counted from 0 and separated by blanks, tabs or a
///   comma; what follows a # is a comment, and a line that begins with %. It has vertices 0 ..
///   largest number, and edges without direction unless told otherwise.
/// - Matrix Market, `matrix coordinate pattern general|symmetric`, counted from 1. `general` holds
///   arcs row -> column, `symmetric` edges without direction.
///
/// Repeated arcs count once and loops are dropped: neither changes a distance.
/// @throws retime::bad_input: one line that names the file, the line in it, and what would be
/// right.
graph read_graph(const std::string& file, direction requested = direction::from_file);

}  // namespace apsp
