// Ours on several GPUs, which the paper leaves for the future: each makes some of the fields, or,
// where there are fewer of them than GPUs, all lines of a field and a slab of its mesh.
#include <algorithm>
#include <cmath>

#include "variants/kit/shared_out.h"
#include "variants/turning_bands/parameters.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands::ours_gpus_variant {

using retime::point;

/// What a GPU makes: the cells of a slab of each field of the problem.
struct piece {
  turning_bands::problem problem;
  box slab;
};

/// The slab's cells are dense, since x is the slowest in memory.
runner slab_runs(const piece& piece, const point& tuning) {
  return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
    return retime::with_real(piece.problem.double_precision, [&]<class Real>() -> runner {
      return std::make_unique<band_runner<Real, tile_projection<Real, Cells>>>(piece.problem,
                                                                               tuning, piece.slab);
    });
  });
}

problem fields_of(const problem& all, const retime::share& some) {
  problem made = all;
  made.first_field = static_cast<int>(some.first);
  made.fields = static_cast<int>(some.count);
  if (all.shared_directions) return made;
  const auto first = all.directions.begin() + some.first;
  made.directions.assign(first, first + some.count);
  return made;
}

/// Whole tiles along x.
std::vector<piece> slabs_of(const problem& all, int gpus, int planes_of_tile) {
  std::vector<piece> pieces;
  for (int f = 0; f < all.fields; ++f) {
    const int on = gpus * (f + 1) / all.fields - gpus * f / all.fields;
    for (const auto& planes : retime::shares_of(all.mesh.x, on, planes_of_tile)) {
      box slab = whole(all.mesh);
      slab.x = static_cast<int>(planes.first);
      slab.size.x = static_cast<int>(planes.count);
      pieces.push_back({fields_of(all, {f, 1}), slab});
    }
  }
  return pieces;
}

std::vector<piece> pieces_of(const problem& all, const point& tuning) {
  const int gpus = retime::gpus_of(tuning);
  if (all.fields < gpus)
    return slabs_of(all, gpus, static_cast<int>(tuning.integer(cells_per_thread.name)));
  std::vector<piece> pieces;
  for (const auto& some : retime::shares_of(all.fields, gpus))
    pieces.push_back({fields_of(all, some), whole(all.mesh)});
  return pieces;
}

void append(field& all, field&& next) {
  std::visit(
      [&](auto& values) {
        const auto& more = std::get<std::decay_t<decltype(values)>>(next.values);
        values.insert(values.end(), more.begin(), more.end());
      },
      all.values);
}

runner prepare(const problem& all, const point& tuning) {
  const auto make = [tuning](const piece& piece) { return slab_runs(piece, tuning); };
  return std::make_unique<retime::shared_out<piece, field>>(pieces_of(all, tuning), make, append);
}

/// What the fields take that one GPU makes, at most; a slab no more than its cells do.
double memory_of_each(const point& point) {
  const double gpus = retime::gpus_of(point), fields = point.real("fields");
  retime::point part = point;
  part.set("fields", static_cast<std::int64_t>(std::ceil(fields / gpus)));
  const double bytes = memory_bytes(part);
  if (fields >= gpus) return bytes;
  const sizes s = sizes_of(part);
  const double tile = point.real(cells_per_thread.name), slabs = std::ceil(s.mesh.x / tile);
  const double planes = tile * std::ceil(slabs / std::floor(gpus / fields));
  return bytes - s.real_bytes * s.points * std::max(0.0, 1 - planes / s.mesh.x);
}

retime::reason invalid(const point& point) {
  return retime::first_of({not_regular(point), invalid_tile(point), too_many_tiles(point),
                           retime::too_few_gpus(point)});
}

REGISTER_VARIANT(problem, {.id = "ours_gpus",
                           .base = "ours",
                           .axes = tile_axes({fields_together.axis(), retime::gpus_axis()}),
                           .invalid = invalid,
                           .memory_bytes = memory_of_each,
                           .gpus = retime::gpus_of,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace turning_bands::ours_gpus_variant
