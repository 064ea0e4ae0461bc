#include <optional>
#include <vector>

#include "kernels/device/buffer.h"
#include "kernels/device/collectives.h"
#include "variants/apsp/on_gpus.h"
#include "variants/kit/several_gpus.h"

namespace apsp {
namespace {

class runner_on_gpus final : public retime::runner<distances> {
 public:
  runner_on_gpus(const problem& of, const std::vector<retime::share>& shares,
                 const std::function<apsp::sources_runner(const problem&)>& search)
      : gpus_(shares.size()), parts_(shares.size()), is_summed_(of.histogram_only) {
    problem part = of;
    gpus_.each([&](std::size_t i) {
      const auto first = of.sources.begin() + shares[i].first;
      part.sources.assign(first, first + shares[i].count);
      parts_[i] = search(part);
    });
    if (is_summed_ && gpus_.size() > 1) communicator_.emplace(gpus_.devices());
  }

  void reset() override {
    gpus_.each([&](std::size_t i) { parts_[i]->reset(); });
  }

  void run(device::stream& queue) override {
    gpus_.run(
        queue, [&](std::size_t i, device::stream& own) { parts_[i]->run(own); },
        [&](const std::vector<device::stream*>& queues) {
          if (is_summed_) sum(queues);
        });
  }

  distances answer() override {
    distances all;
    gpus_.each([&](std::size_t i) {
      if (i == 0)
        all = parts_[i]->answer();
      else if (is_summed_)
        ++all.launches;
      else
        all.append(parts_[i]->answer());
    });
    return all;
  }

  std::optional<retime::launch_report> launch() const override { return parts_.front()->launch(); }

 private:
  void sum(const std::vector<device::stream*>& queues) {
    std::vector<device::summand<unsigned long long>> counts;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      counts.push_back({parts_[i]->pairs_at()->data(), queues[i]});
    communicator_->sum_to_first(counts, parts_.front()->pairs_at()->size());
  }

  retime::several_gpus gpus_;
  std::vector<apsp::sources_runner> parts_;
  bool is_summed_;
  std::optional<device::communicator> communicator_;
};

}  // namespace

std::unique_ptr<retime::runner<distances>> search_on_gpus(
    const problem& of, int gpus, std::int64_t sources_together,
    const std::function<sources_runner(const problem&)>& search) {
  const auto shares = retime::shares_of(std::ssize(of.sources), gpus, sources_together);
  return std::make_unique<runner_on_gpus>(of, shares, search);
}

}  // namespace apsp
