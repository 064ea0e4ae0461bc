// All steps in one launch: the field stays in the registers of the multiprocessors, which exchange
// the borders of their tiles. For fields that a GPU holds, where `ours` waits for launches.
#include "kernels/cahn_hilliard/resident_2d.cuh"
#include "kernels/device/errors.h"
#include "variants/cahn_hilliard/parameters.h"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard::resident_variant {

constexpr retime::static_axis<2, 4> cells_of_lane{"cells_per_lane", 4};
constexpr retime::static_axis<2, 4, 6, 8> rows_per_warp{"rows_per_warp", 6};
/// Blocks that wait for each other on the largest GPUs; how many there are on this one is known
/// when the case is prepared.
constexpr int most_tiles = 256;

std::vector<retime::tuning_axis> axes() {
  return {cells_of_lane.axis(), rows_per_warp.axis(),
          retime::tuning("warps", {4, 6, 8, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32}, 14)};
}

tile_grid tiles_of(const settings& s, const retime::point& tuning) {
  const int reach = reach_of(s.method == integrator::rk2);
  const auto cells = static_cast<int>(tuning.integer(cells_of_lane.name));
  const auto rows = static_cast<int>(tuning.integer(rows_per_warp.name) * tuning.integer("warps"));
  const int outer_lanes = (reach + cells - 1) / cells;
  return {s.n, s.edge, (32 - 2 * outer_lanes) * cells, rows - 2 * reach, cells};
}

std::string too_many(int n, int tiles, const std::string& limit) {
  return "n=" + std::to_string(n) + ": " + std::to_string(tiles) + " tiles, " + limit +
         " at once; ours takes fields of any size";
}

retime::reason too_many_tiles(const retime::point& point) {
  const settings s = settings_of(point);
  const int tiles = tiles_of(s, point).tiles();
  if (tiles <= most_tiles) return std::nullopt;
  return too_many(s.n, tiles, "and no GPU holds more than " + std::to_string(most_tiles));
}

retime::reason invalid(const retime::point& point) {
  if (const auto why = retime::first_of(
          {invalid_update(point), other_than(point, 2, "keeps rows of a plane; ours_3d is for 3-D"),
           cells_of_lane.invalid(point), rows_per_warp.invalid(point)}))
    return why;
  const auto rows = static_cast<int>(point.integer(rows_per_warp.name));
  const int fewest = (16 + rows - 1) / rows;
  if (const auto why = retime::outside(point, "warps", {fewest, most_warps(rows), 1})) return why;
  return too_many_tiles(point);  // tiles of fewer warps would have no rows
}

/// Two fields, and two of borders.
double memory_bytes(const retime::point& point) { return 2 * our_bytes(point); }

/// Bytes: phi read once and written once a run.
retime::work work(const problem& problem, const retime::point& point) {
  retime::work total = our_work(problem, point);
  total.bytes /= static_cast<double>(std::max<std::int64_t>(problem.steps, 1));
  return total;
}

template <class Real, int Cells, int Rows>
class resident_walk : public fields_in_turn<Real> {
  using turns = fields_in_turn<Real>;

 public:
  resident_walk(const problem& problem, const retime::point& tuning)
      : turns(problem),
        tiles_(tiles_of(problem, tuning)),
        borders_(2 * turns::fields_[0].view().size()),
        come_to_(std::vector<unsigned>(tiles_.tiles())) {
    const auto warps = static_cast<unsigned>(tuning.integer("warps"));
    shape_ = {.grid = dim3(tiles_.across, tiles_.down),
              .block = dim3(32, warps),
              .shared_bytes = warp_edges<Real, Cells>::bytes_for(warps),
              .resident = true};
    device::max_shared(kernel(), shape_.shared_bytes);
    const int most = device::most_resident(kernel(), shape_);
    if (tiles_.tiles() > most)
      throw device::does_not_fit(
          too_many(problem.n, tiles_.tiles(), "of which this GPU holds " + std::to_string(most)));
  }

  void reset() {
    turns::reset();
    borders_.poison();
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1) turns::place_ = 0;
    const int steps = last - first + 1;
    if (steps < 1) return;  // the kernel would never come to its last step
    turns::launch(queue, kernel(), shape_, borders_.view(), come_to_.view(),
                  turns::fields_[0].shape(), tiles_, steps, begun_);
    begun_ += static_cast<unsigned>(steps);
  }

  field collect(int) const { return turns::fields_[turns::place_].download(); }
  device::launch_report report() const { return device::describe("resident_2d", kernel(), shape_); }

 private:
  auto kernel() const {
    return turns::midpoint_ ? resident_2d<true, Real, Cells, Rows>
                            : resident_2d<false, Real, Cells, Rows>;
  }

  tile_grid tiles_;
  device::buffer<Real> borders_;
  device::buffer<unsigned> come_to_;
  unsigned begun_ = 0;  ///< what come_to_ counts from
  device::launch_shape shape_;
};

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_of_lane.dispatch(tuning, [&]<int Cells>() {
      return rows_per_warp.dispatch(tuning, [&]<int Rows>() -> runner {
        const retime::captured_run::plan one_launch{.steps = static_cast<int>(problem.steps)};
        return std::make_unique<retime::device_runner<field, resident_walk<Real, Cells, Rows>>>(
            one_launch, traced(problem), problem, tuning);
      });
    });
  });
}

REGISTER_VARIANT(problem, {.id = "resident",
                           .base = "cpu_serial",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work,
                           .prepare = prepare,
                           .reordered = by_potential});

}  // namespace cahn_hilliard::resident_variant
