#include "variants/kit/several_gpus.h"

#include <algorithm>

#include "kernels/device/collectives.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"

namespace retime {

tuning_axis gpus_axis() { return tuning("gpus", {1, 2, 4, 8}); }

int gpus_of(const point& at) { return static_cast<int>(at.integer("gpus")); }

reason too_few_gpus(const point& at) {
  if (auto why = outside(at, "gpus", {1, 64})) return why;
  const int wanted = gpus_of(at);
  if (wanted == 1) return std::nullopt;  // also where there is no driver to ask
  const int here = device::count_together();
  if (wanted <= here) return std::nullopt;
  return "gpus=" + std::to_string(wanted) + ": the " +
         (device::is_emulation() ? "emulation has " : "driver finds ") + std::to_string(here) +
         (here == 1 ? " GPU" : " GPUs");
}

reason no_sum_over_gpus(const point& at) {
  if (gpus_of(at) == 1) return std::nullopt;
  const auto why = device::no_collectives();
  if (!why) return std::nullopt;
  return "gpus=" + std::to_string(gpus_of(at)) + ": " + *why;
}

std::vector<share> shares_of(std::int64_t all, int most, std::int64_t unit) {
  const std::int64_t units = (all + unit - 1) / unit;
  const std::int64_t count = std::min<std::int64_t>(most, units);
  std::vector<share> shares;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = units * i / count * unit;
    shares.push_back({first, std::min(units * (i + 1) / count * unit, all) - first});
  }
  return shares;
}

several_gpus::several_gpus(std::size_t count) {
  const int first = device::backend::current_device(), here = device::count_together();
  for (std::size_t i = 0; i < count; ++i)
    devices_.push_back((first + static_cast<int>(i)) % std::max(here, 1));
  for (std::size_t i = 1; i < count; ++i) {
    const device::on_device there(devices_[i]);
    others_.push_back(std::make_unique<other>());
  }
}

void several_gpus::fork(device::stream& queue) {
  if (device::backend::is_recorded(queue.state()))
    throw device::error("a graph does not record the streams of several GPUs");
  begun_.record(queue);
  for (const auto& each : others_) each->queue.wait_for(begun_);
}

void several_gpus::join(device::stream& queue) {
  for (std::size_t i = 0; i < others_.size(); ++i) {
    const device::on_device there(devices_[i + 1]);
    others_[i]->done.record(others_[i]->queue);
    queue.wait_for(others_[i]->done);
  }
}

std::vector<device::stream*> several_gpus::queues_with(device::stream& first) {
  std::vector<device::stream*> queues{&first};
  for (const auto& each : others_) queues.push_back(&each->queue);
  return queues;
}

}  // namespace retime
