// The family's axes: what they can be, what a point of them takes and has to do.
#pragma once

#include "kernels/apsp/problem.h"
#include "variants/form.h"
#include "variants/kit/block_limits.h"
#include "variants/kit/static_axis.h"

namespace apsp {

std::vector<retime::workload_axis> workload_axes();

/// Neighbours that a thread looks at together (`relax`); 1 is printed.
inline constexpr retime::static_axis<1, 4, 8> neighbours_at_once{"neighbours_at_once", 1};

/// A search on the GPU: what is named, and what all of them have in common. Blocks are those of
/// Figure 15, on to today's largest; the paper's other figures have 256. levels_ahead: levels that
/// are enqueued ahead of the host's knowledge (`search_all`); 0 is printed.
retime::variant_form<problem> search_variant(retime::variant_form<problem> named);

/// A search that changes the frontier in place. races: 0, or 1 to follow a flag in the launch that
/// set it, as printed (`is_active`). An answer may be wrong then, so nothing takes 1 by itself: it
/// is no value to tune.
retime::variant_form<problem> in_place_variant(retime::variant_form<problem> named);

/// Why n^3 steps take too long, if they do.
retime::reason too_many_vertices(const retime::point&, std::int64_t most);

/// Whether the numbers of pairs alone are wanted.
bool is_histogram(const retime::point&);
/// Why a variant that stores every distance cannot answer, if a histogram alone is wanted.
retime::reason no_histogram(const retime::point&);

/// Why a block's shared memory cannot hold what a search keeps of each vertex, if it cannot.
retime::reason too_many_bits(const retime::point&, std::int64_t most);

/// What a search from many sources takes: the graph, and a byte a distance, which most graphs need.
double many_sources_memory_bytes(const retime::point&);

/// On the host: a row a source, and a row a vertex.
double rows_memory_bytes(const retime::point&);
double matrix_memory_bytes(const retime::point&);

/// What a case has to do at least, whichever variant does it: a search reads where every list
/// begins and every arc once, and writes every distance once.
retime::work work_of(const problem&, const retime::point&);
/// Those of many sources at once read the graph once.
retime::work many_sources_work(const problem&, const retime::point&);

}  // namespace apsp
