// Cases that several GPUs share: the tuning axis `gpus`, contiguous shares, and the way to the
// GPUs' streams and back.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/device/on_device.h"
#include "kernels/device/stream.h"
#include "variants/axis.h"
#include "variants/kit/block_limits.h"

namespace retime {

/// 1, 2, 4 and 8. Answers do not depend on it.
tuning_axis gpus_axis();
/// A form's `.gpus`.
int gpus_of(const point&);

/// Why there are not so many GPUs: "gpus=4: the driver finds 1 GPU".
reason too_few_gpus(const point&);
/// Why they cannot sum over each other, for cases that do: no NCCL.
reason no_sum_over_gpus(const point&);

struct share {
  std::int64_t first = 0, count = 0;
  bool operator==(const share&) const = default;
};
/// `all` items in at most so many contiguous shares, whole units each but for the last one's end,
/// which differ by a unit at most; none is empty.
std::vector<share> shares_of(std::int64_t all, int most, std::int64_t unit = 1);

/// The current GPU and those that follow it, the first again behind the last.
class several_gpus {
 public:
  explicit several_gpus(std::size_t count);

  std::size_t size() const { return devices_.size(); }
  const std::vector<int>& devices() const { return devices_; }

  /// use(i), for one GPU after the other, which is current then.
  template <class Use>
  void each(Use use) {
    for (std::size_t i = 0; i < size(); ++i) {
      const device::on_device here(devices_[i]);
      use(i);
    }
  }

  /// work(i, stream), likewise: on the first GPU in `queue`, on the others in streams of their own,
  /// which begin when `queue` comes so far. Then together(streams), one of each GPU, for what they
  /// do with each other. `queue` goes on when all are done; the host waits for none. With one GPU
  /// alone that is work(0, queue).
  template <class Work, class Together>
  void run(device::stream& queue, Work work, Together together) {
    if (size() == 1) return work(0, queue);
    fork(queue);
    const auto queues = queues_with(queue);
    // The others first: they have the longer way.
    for (std::size_t i = size(); i-- > 0;) {
      const device::on_device here(devices_[i]);
      work(i, *queues[i]);
    }
    together(queues);
    join(queue);
  }

 private:
  struct other {
    device::stream queue;
    device::event done;
  };

  /// Throws device::error while a graph records the queue.
  void fork(device::stream& queue);
  void join(device::stream& queue);
  std::vector<device::stream*> queues_with(device::stream& first);

  std::vector<int> devices_;
  device::event begun_;
  std::vector<std::unique_ptr<other>> others_;  ///< of all GPUs but the first
};

}  // namespace retime
