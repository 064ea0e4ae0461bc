#include "kernels/device/emulation/stream.h"

#include <atomic>
#include <chrono>

#include "kernels/device/errors.h"

namespace device::backend {

struct event_state {
  const int device = emulation::current_device;
  double time_ns = 0;
  streams_seen seen{};  ///< before it
};

stream_state* make_stream() {
  static std::atomic<std::uint64_t> made = 0;
  return new stream_state(made++);
}
void release_stream(stream_state* queue) noexcept { delete queue; }
void synchronize(stream_state&) {}

event_state* make_event() { return new event_state; }
void release_event(event_state* mark) noexcept { delete mark; }
void record(event_state& mark, stream_state& queue) {
  if (mark.device != queue.device)
    throw error("an event of device " + std::to_string(mark.device) +
                " recorded in a stream of device " + std::to_string(queue.device));
  queue.enqueue([&mark] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    mark.time_ns = std::chrono::duration<double, std::nano>(now).count();
  });
  mark.seen = queue.seen;
}
void synchronize(event_state&) {}
void wait(stream_state& queue, const event_state& mark) { queue.see(mark.seen); }
double elapsed_ns(const event_state& begin, const event_state& end) {
  return end.time_ns - begin.time_ns;
}

void begin_capture(stream_state& queue) {
  if (queue.recording != nullptr) throw error("the stream is being captured already");
  queue.recording = new graph_state;
}
graph_state* end_capture(stream_state& queue) { return std::exchange(queue.recording, nullptr); }
void abandon_capture(stream_state& queue) noexcept { delete end_capture(queue); }
void release_graph(graph_state* recorded) noexcept { delete recorded; }
std::size_t nodes(const graph_state& recorded) { return recorded.nodes.size(); }
bool is_recorded(stream_state& queue) { return queue.recording != nullptr; }
void launch(graph_state& recorded, stream_state& queue) {
  queue.enqueue([&recorded] {
    for (const auto& node : recorded.nodes) node();
  });
}

}  // namespace device::backend
