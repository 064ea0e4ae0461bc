#include <algorithm>

#include "harness/measure/queue_sampler.cuh"

namespace retime {

queue_sampler::queue_sampler(erased_runner& target, device::stream& queue, queue_plan plan,
                             probes::l2_flush* flush)
    : target_(target), queue_(queue), plan_(plan), flush_(flush) {
  if (plan_.method != timing_method::graph) return;
  graph_.emplace(device::graph::capture(queue_, [this] {
    for (std::uint64_t i = 0; i < plan_.runs_per_sample; ++i) target_.run(queue_);
  }));
  graph_->launch(queue_);  // the first launch uploads the graph
  queue_.synchronize();
}

void queue_sampler::start(std::size_t count) {
  block started;
  for (std::size_t i = 0; i < count; ++i) {
    auto pair = take_pair();
    if (flush_ != nullptr) (*flush_)(queue_);
    if (plan_.blocking_spin_cycles > 0) probes::spin(queue_, plan_.blocking_spin_cycles);
    pair->begin.record(queue_);
    run_sample();
    pair->end.record(queue_);
    started.push_back(std::move(pair));
  }
  started_.push(std::move(started));
}

std::vector<double> queue_sampler::finish() {
  block done = std::move(started_.front());
  started_.pop();
  done.back()->end.synchronize();
  std::vector<double> samples;
  for (auto& pair : done) {
    const double sample_ns = device::elapsed_ns(pair->begin, pair->end);
    const double run_ns = sample_ns / static_cast<double>(plan_.runs_per_sample);
    samples.push_back(std::max(run_ns - plan_.overhead_ns, plan_.least_ns));
    idle_.push_back(std::move(pair));
  }
  return samples;
}

std::unique_ptr<queue_sampler::event_pair> queue_sampler::take_pair() {
  if (idle_.empty()) return std::make_unique<event_pair>();
  auto pair = std::move(idle_.back());
  idle_.pop_back();
  return pair;
}

void queue_sampler::run_sample() {
  if (graph_)
    graph_->launch(queue_);
  else
    for (std::uint64_t i = 0; i < plan_.runs_per_sample; ++i) target_.run(queue_);
}

}  // namespace retime
