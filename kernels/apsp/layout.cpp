#include "kernels/apsp/layout.h"

#include <algorithm>
#include <numeric>

namespace apsp {
namespace {

packed_arcs pack(const graph& from, bool length_first) {
  packed_arcs made;
  for (vertex v = 0; v < from.vertices(); ++v) {
    made.first_group.push_back(static_cast<std::int32_t>(made.words.size() / 4));
    if (length_first) made.words.push_back(from.degree(v));
    made.words.insert(made.words.end(), from.neighbours(v).begin(), from.neighbours(v).end());
    made.words.resize((made.words.size() + 3) / 4 * 4, -1);
  }
  if (made.words.empty()) made.words.assign(4, -1);
  return made;
}

}  // namespace

packed_arcs pack_with_length(const graph& from) { return pack(from, true); }
packed_arcs pack(const graph& from) { return pack(from, false); }

std::vector<vertex> sorted_by_degree(const graph& of) {
  std::vector<vertex> order(of.vertices());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](vertex v) { return of.degree(v); });
  return order;
}

}  // namespace apsp
