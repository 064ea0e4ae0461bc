// All steps in one launch: the field stays in the registers of the multiprocessors, which exchange
// the borders of their tiles. For fields that a GPU holds, where `ours` waits for launches.
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cahn_hilliard/resident_2d.cuh"
#include "kernels/device/errors.h"
#include "variants/cahn_hilliard/by_potential.h"
#include "variants/cahn_hilliard/field_walk.h"
#include "variants/cahn_hilliard/march_axes.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/static_axis.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard::resident_variant {

using retime::point;
using retime::tuning;

constexpr retime::static_axis<2, 4> cells_of_lane{"cells_per_lane", 4};
constexpr retime::static_axis<2, 4, 6, 8> rows_per_warp{"rows_per_warp", 6};
/// Blocks that wait for each other on the largest GPUs; how many there are on this one is known
/// when the case is prepared.
constexpr int most_tiles = 256;

std::vector<retime::tuning_axis> axes() {
  return {cells_of_lane.axis(), rows_per_warp.axis(),
          tuning("warps", {4, 6, 8, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32}, 14)};
}

tile_grid tiles_of(int n, boundary edge, bool midpoint, const point& at) {
  const int reach = reach_of(midpoint);
  const auto cells = static_cast<int>(at.integer(cells_of_lane.name));
  const auto rows = static_cast<int>(at.integer(rows_per_warp.name) * at.integer("warps"));
  const int outer_lanes = (reach + cells - 1) / cells;
  return {n, edge, (32 - 2 * outer_lanes) * cells, rows - 2 * reach, cells};
}

retime::reason too_many_tiles(const point& at) {
  const settings run = parameters_of(at);
  const int tiles = tiles_of(run.n, run.edge, run.method == integrator::rk2, at).tiles();
  if (tiles <= most_tiles) return std::nullopt;
  return "n=" + std::to_string(run.n) + ": " + std::to_string(tiles) +
         " tiles, and no GPU holds more than " + std::to_string(most_tiles) +
         " at once; ours takes fields of any size";
}

retime::reason invalid(const point& at) {
  if (const auto why = retime::first_of(
          {invalid_update(at), other_than(at, 2, "keeps rows of a plane; ours_3d is for 3-D"),
           cells_of_lane.invalid(at), rows_per_warp.invalid(at)}))
    return why;
  const auto rows = static_cast<int>(at.integer(rows_per_warp.name));
  const int fewest = (16 + rows - 1) / rows;
  if (const auto why = retime::outside(at, "warps", {fewest, most_warps(rows), 1})) return why;
  return too_many_tiles(at);  // tiles of fewer warps would have no rows
}

/// Two fields, and two of borders.
double memory_bytes(const point& at) { return 2 * march_memory_bytes(at); }

/// Bytes: phi read once and written once a run.
retime::work work(const problem& problem, const point& at) {
  retime::work total = potential_march_work(problem, at);
  total.bytes /= static_cast<double>(problem.steps);
  return total;
}

template <class Real, int Cells, int Rows>
class resident_walk {
 public:
  resident_walk(const problem& problem, const point& at)
      : problem_(problem),
        start_(std::get<std::vector<Real>>(problem.start)),
        half_(coefficients_of<Real>(problem, 0.5)),
        whole_(coefficients_of<Real>(problem, 1)),
        tiles_(tiles_of(problem.n, problem.edge, midpoint(), at)),
        come_to_(std::vector<unsigned>(tiles_.tiles())) {
    const lattice l = lattice_of<Real>(problem.n, problem.edge);
    for (int i = 0; i < 2; ++i) fields_.emplace_back(l, problem.rows());
    borders_ = device::buffer<Real>(2 * fields_[0].view().size());
    const auto warps = static_cast<unsigned>(at.integer("warps"));
    shape_ = {.grid = dim3(tiles_.across, tiles_.down),
              .block = dim3(32, warps),
              .shared_bytes = warp_edges<Real, Cells>::bytes_for(warps),
              .resident = true};
    device::max_shared(kernel(), shape_.shared_bytes);
    const int most = device::most_resident(kernel(), shape_);
    if (tiles_.tiles() > most)
      throw device::does_not_fit("n=" + std::to_string(problem.n) + ": " +
                                 std::to_string(tiles_.tiles()) +
                                 " tiles, of which this GPU holds " + std::to_string(most) +
                                 " at once; ours takes fields of any size");
  }

  void reset() {
    fields_[1].poison();
    borders_.poison();
    fields_[0].upload(start_);
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1) place_ = 0;
    const int steps = last - first + 1;
    device::launch(queue, kernel(), shape_, std::as_const(fields_[place_]).view(),
                   fields_[1 - place_].view(), borders_.view(), come_to_.view(), fields_[0].shape(),
                   tiles_, steps, begun_, half_, whole_);
    begun_ += static_cast<unsigned>(steps);
    place_ = 1 - place_;
  }

  field collect(int) const { return fields_[place_].download(); }
  std::map<std::string, double> observe(int steps) const {
    return named(summarise(problem_, collect(steps)));
  }
  device::launch_report report() const { return device::describe("resident_2d", kernel(), shape_); }

 private:
  bool midpoint() const { return problem_.method == integrator::rk2; }
  auto kernel() const {
    return midpoint() ? resident_2d<true, Real, Cells, Rows>
                      : resident_2d<false, Real, Cells, Rows>;
  }

  const problem& problem_;
  const std::vector<Real>& start_;
  coefficients<Real> half_, whole_;
  tile_grid tiles_;
  std::vector<device_field<Real>> fields_;
  device::buffer<Real> borders_;
  device::buffer<unsigned> come_to_;
  unsigned begun_ = 0;  ///< what come_to_ counts from
  device::launch_shape shape_;
  int place_ = 0;  ///< of phi
};

std::unique_ptr<retime::runner<field>> prepare(const problem& problem, const point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_of_lane.dispatch(tuning, [&]<int Cells>() {
      return rows_per_warp.dispatch(
          tuning, [&]<int Rows>() -> std::unique_ptr<retime::runner<field>> {
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
