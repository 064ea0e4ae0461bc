#include "kernels/device/collectives.h"

#include "kernels/device/emulation/device_heap.h"
#include "kernels/device/emulation/devices.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"

namespace device {

std::optional<std::string> no_collectives() { return std::nullopt; }

namespace backend {

struct communicator_state {
  std::vector<int> devices;
};

communicator_state* make_communicator(std::span<const int> devices) {
  return new communicator_state{{devices.begin(), devices.end()}};
}

void release_communicator(communicator_state* ranks) noexcept { delete ranks; }

namespace {

template <class T>
void add(std::span<const array_in_stream> arrays, std::size_t count) {
  for (const array_in_stream& each : arrays.subspan(1))
    for (std::size_t i = 0; i < count; ++i)
      static_cast<T*>(arrays.front().data)[i] += static_cast<const T*>(each.data)[i];
}

constexpr std::size_t bytes_of(number_kind kind) { return kind == number_kind::real_32 ? 4 : 8; }

}  // namespace

void sum_to_first(communicator_state& all, std::span<const array_in_stream> arrays,
                  std::size_t count, number_kind kind) {
  if (arrays.size() != all.devices.size())
    throw error("a sum over " + std::to_string(all.devices.size()) + " devices of " +
                std::to_string(arrays.size()) + " arrays");
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].queue->device != all.devices[i])
      throw error("summand " + std::to_string(i) + " in a stream of device " +
                  std::to_string(arrays[i].queue->device) + ", not " +
                  std::to_string(all.devices[i]));
    emulation::require_memory_of(all.devices[i], arrays[i].data, "a sum");
    emulation::require_written(arrays[i].data, count * bytes_of(kind), "a sum");
  }
  // The first one's stream goes on when all have given, and the others when it has taken.
  for (const array_in_stream& each : arrays.subspan(1)) arrays.front().queue->see(*each.queue);
  switch (kind) {
    case number_kind::unsigned_64:
      add<std::uint64_t>(arrays, count);
      break;
    case number_kind::signed_64:
      add<std::int64_t>(arrays, count);
      break;
    case number_kind::real_32:
      add<float>(arrays, count);
      break;
    case number_kind::real_64:
      add<double>(arrays, count);
      break;
  }
}

}  // namespace backend
}  // namespace device
