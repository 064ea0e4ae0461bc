// Ours for short walks: all steps in one launch, p in the registers of the multiprocessors.
#include <algorithm>
#include <string>
#include <vector>

#include "kernels/carpet/resident.cuh"
#include "kernels/carpet/stays.h"
#include "kernels/device/errors.h"
#include "variants/carpet/runner.cuh"

namespace carpet::resident_variant {

using retime::point;
using retime::tuning;

constexpr retime::static_axis<2, 4> sites_of_row{"sites_per_lane", 4};
constexpr retime::static_axis<2, 4> rows_of_warp{"rows_per_warp", 4};
/// Blocks that wait for each other on the largest GPUs; how many there are on this one is known
/// when the case is prepared.
constexpr int most_tiles = 2048;

struct tile_size {
  int halo, width, height;
};

tile_size size_of(const point& at) {
  const auto halo = static_cast<int>(at.integer("steps_per_exchange"));
  const auto sites = static_cast<int>(at.integer(sites_of_row.name));
  const auto rows = static_cast<int>(at.integer(rows_of_warp.name) * at.integer("warps"));
  return {halo, 32 * sites - 2 * halo, rows - 2 * halo};
}

retime::reason narrow(const point& at) {
  const auto [halo, width, height] = size_of(at);
  if (std::min(width, height) >= halo) return std::nullopt;
  return "steps_per_exchange=" + std::to_string(halo) + ": a tile is " + std::to_string(width) +
         " x " + std::to_string(height) + " sites, and must be as large as its halo";
}

/// From the axes alone: tiles of a reach without walls.
retime::reason too_many_tiles(const point& at) {
  const auto [halo, width, height] = size_of(at);
  const double steps = at.real("steps"), tiles = 2 * steps * steps / width / height;
  if (tiles <= most_tiles || at.text("surface") != "auto") return std::nullopt;
  return "steps=" + std::to_string(at.integer("steps")) + ": about " +
         std::to_string(static_cast<int>(tiles)) + " tiles, and no GPU holds more than " +
         std::to_string(most_tiles) + " at once; several_steps takes longer walks";
}

retime::reason invalid(const point& at) {
  if (const auto why = retime::first_of({sites_of_row.invalid(at), rows_of_warp.invalid(at),
                                         retime::outside(at, "warps", {1, most_resident_warps, 1}),
                                         retime::outside(at, "steps_per_exchange", {1, 64, 1}),
                                         too_many_sites(at)}))
    return why;
  return retime::first_of({narrow(at), too_many_tiles(at)});
}

/// Bytes: p written once a run, and the byte of stays_of() read.
retime::work work(const problem& walk, const point& at) {
  retime::work total = diamond_work(walk, at);
  total.bytes = walk.sites_within(walk.steps) * (retime::is_double(at) ? 9 : 5);
  total.observables["last_step_bytes"] = total.bytes;
  return total;
}

/// P_old and P_new, and two arrays of borders.
double memory_bytes(const point& at) { return 2 * dense_memory_bytes(at); }

template <class Real, int Sites, int Rows>
class resident_walk : public device_walk<Real, plane_shape> {
 public:
  resident_walk(const problem& walk, const tile_size& size, unsigned warps)
      : resident_walk(walk, plane_shape(walk.reach), size, warps) {}

  void advance(device::stream& queue, int first, int last) {
    // One exchange at least: p may be written where it was read, which by then all have done.
    const int steps = last - first + 1, every = std::clamp(steps / 2, 1, halo_);
    device::launch(queue, resident<Real, Sites, Rows>, shape_, this->old_at(first),
                   this->new_at(last), borders_.view(), stays_.view(), tiles_.view(),
                   come_to_.view(), this->layout_, this->of_.reach,
                   resident_steps{first, last, every, halo_}, begun_);
    begun_ += static_cast<unsigned>(steps);
  }

  device::launch_report report() const {
    return device::describe("resident", resident<Real, Sites, Rows>, shape_);
  }

 private:
  resident_walk(const problem& walk, const plane_shape& plane, const tile_size& size,
                unsigned warps)
      : device_walk<Real, plane_shape>(walk, plane, {}, std::vector<Real>(plane.sites())),
        halo_(size.halo),
        stays_(stays_of(walk, plane)),
        tiles_(tiles_within(walk.reach, walk.steps, size.width, size.height)),
        come_to_(std::vector<unsigned>(tiles_.size())),
        borders_(2 * plane.sites()),
        shape_{.grid = dim3(static_cast<unsigned>(tiles_.size())),
               .block = dim3(32, warps),
               .shared_bytes = retime::warp_edges<tile_row<Real, Sites>>::bytes_for(warps),
               .resident = true} {
    const auto kernel = resident<Real, Sites, Rows>;
    device::max_shared(kernel, shape_.shared_bytes);
    const int most = device::most_resident(kernel, shape_);
    if (tiles_.size() > static_cast<std::size_t>(most))
      throw device::does_not_fit("steps=" + std::to_string(walk.steps) + ": " +
                                 std::to_string(tiles_.size()) +
                                 " tiles, of which this GPU holds " + std::to_string(most) +
                                 " at once; several_steps takes longer walks");
  }

  int halo_;
  device::buffer<unsigned char> stays_;
  device::buffer<tile_within> tiles_;
  device::buffer<unsigned> come_to_;
  device::buffer<Real> borders_;
  device::launch_shape shape_;
  unsigned begun_ = 0;  ///< what come_to_ counts from
};

runner prepare(const problem& problem, const point& at) {
  return sites_of_row.dispatch(at, [&]<int Sites>() {
    return rows_of_warp.dispatch(at, [&]<int Rows>() {
      return retime::with_real(problem.in_double, [&]<class Real>() -> runner {
        return run_of<resident_walk<Real, Sites, Rows>>(
            problem, {.steps = problem.steps, .first = problem.first_step}, size_of(at),
            static_cast<unsigned>(at.integer("warps")));
      });
    });
  });
}

REGISTER_VARIANT(problem, {.id = "resident",
                           .base = "several_steps",
                           .axes = {sites_of_row.axis(), rows_of_warp.axis(),
                                    tuning("warps", {4, 6, 8, 12, 16}, 12),
                                    tuning("steps_per_exchange", {2, 4, 8, 12, 16}, 8)},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work,
                           .prepare = prepare});

}  // namespace carpet::resident_variant
