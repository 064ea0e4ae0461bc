#include "harness/measure/host_sampler.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "harness/host/clock.h"

namespace retime {
namespace {

class host_sampler final : public sampler {
 public:
  host_sampler(std::function<void()> run, std::uint64_t runs_per_sample)
      : run_(std::move(run)), runs_per_sample_(runs_per_sample) {}

  void start(std::size_t count) override {
    std::vector<double> samples(count);
    for (double& sample : samples) {
      const stopwatch watch;
      for (std::uint64_t i = 0; i < runs_per_sample_; ++i) run_();
      sample = watch.ns() / static_cast<double>(runs_per_sample_);
    }
    done_.push(std::move(samples));
  }

  std::vector<double> finish() override {
    auto samples = std::move(done_.front());
    done_.pop();
    return samples;
  }

 private:
  std::function<void()> run_;
  std::uint64_t runs_per_sample_;
  std::queue<std::vector<double>> done_;
};

}  // namespace

double host_clock_quantum_ns() {
  static const double quantum = [] {
    double least = 1e9;
    for (int i = 0; i < 200; ++i) {
      const stopwatch watch;
      double step = 0;
      while (step == 0) step = watch.ns();
      least = std::min(least, step);
    }
    return least;
  }();
  return quantum;
}

double host_time_ns(const std::function<void()>& run) {
  const stopwatch watch;
  run();
  return watch.ns();
}

sampling_setup set_up_on_host(std::function<void()> run, const measure_options& options) {
  sampling_setup result;
  result.method = timing_method::host_clock;
  const double first_ns = host_time_ns(run);
  double run_ns = first_ns;
  if (first_ns > options.longest_repeated * options.budget_s * 1e9) {
    result.only_sample_ns = first_ns;
  } else if (first_ns <= options.budget_s * 1e9 / 2) {
    for (int i = 0; i < 2; ++i) run_ns = std::min(run_ns, host_time_ns(run));
  }
  const double least_ns = 1000 * host_clock_quantum_ns();
  result.runs_per_sample =
      run_ns >= least_ns ? 1
                         : static_cast<std::uint64_t>(std::ceil(least_ns / std::max(run_ns, 1.0)));
  const auto runs = static_cast<double>(result.runs_per_sample);
  result.resolution_ns = host_clock_quantum_ns() / runs;
  result.sample_ns = run_ns * runs;
  result.samples = std::make_unique<host_sampler>(std::move(run), result.runs_per_sample);
  return result;
}

}  // namespace retime
