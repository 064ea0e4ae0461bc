#include "kernels/apsp/l5_texture_prefetch.cuh"
#include "variants/apsp/parameters.h"
#include "variants/apsp/runner.cuh"

namespace apsp::l5_texture_prefetch_variant {

using retime::point;

/// Arcs that a thread fetches ahead of the one it needs. 5 is printed; with 3 and 7 it fetches four
/// and eight at a time; 0 reads the texture directly, without shared memory.
constexpr retime::static_axis<0, 3, 5, 7> prefetched{"prefetched", 5};

// The smallest limit among GPUs. How many arcs a file has is not known yet: too many of them are
// CUDA's own error.
constexpr double most_linear_texels = 1 << 27;

retime::reason too_many_arcs(const point& point) {
  if (expected_arcs(point) <= most_linear_texels) return std::nullopt;
  return "n=" + std::to_string(point.integer("n")) +
         ": more arcs than the 2^27 texels of a linear texture";
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point& tuning) {
  return prefetched.dispatch(tuning, [&]<int Prefetched>() {
    return prepare_search<l5<Prefetched>::template search>(problem, tuning);
  });
}

retime::variant_form<problem> prefetching(retime::variant_form<problem> search) {
  search.axes.push_back(prefetched.axis());
  search.printed[prefetched.name] = 5;
  search.invalid = [of_search = search.invalid](const point& point) {
    return retime::first_of({of_search(point), prefetched.invalid(point), too_many_arcs(point)});
  };
  return search;
}

REGISTER_VARIANT(problem, {prefetching(search_variant({.id = "l5_texture_prefetch",
                                                       .paper = {"leist_2009", "Listing 5"},
                                                       .base = "k3_shared_counter",
                                                       .work = work_of,
                                                       .prepare = prepare}))});

}  // namespace apsp::l5_texture_prefetch_variant
