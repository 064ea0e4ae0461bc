// Ours: tiles, whose part of each line is held in shared memory.
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands {
namespace {

runner prepare(const problem& given, const retime::point& tuning) {
  return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
    return retime::with_real(given.double_precision, [&]<class Real>() -> runner {
      return std::make_unique<band_runner<Real, tile_projection<Real, Cells>>>(given, tuning);
    });
  });
}

std::vector<retime::tuning_axis> axes() {
  auto axes = tile_axes();
  axes.push_back(fields_together.axis());
  return axes;
}

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_tile(at)});
}

}  // namespace

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cell_parallel",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace turning_bands
