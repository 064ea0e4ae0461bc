#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "harness/cases/case_runner.h"
#include "harness/cases/worker/requests.h"
#include "harness/host/process_resources.h"
#include "harness/measure/select_device.h"
#include "harness/record/header.h"
#include "harness/sweep/boards.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

class this_process final : public boards {
 public:
  explicit this_process(std::uint64_t seed) : header_(make_header(seed, ceilings::left_out)) {}

  const json& header() override { return header_; }
  void sweep(const std::vector<benchmark_case>& cases, const std::map<std::string, double>&,
             run_directory& into, const sweep_run_options& options,
             const sweep_run_observer& observer) override {
    cases::run_options once{.timed = false, .profiled = true, .traced = false};
    if (!options.save.empty()) once.save = options.save;
    cases::case_runner runner(std::move(once));
    std::vector<const benchmark_case*> open;
    for (const auto& each : cases) {
      if (!into.has(each.key)) open.push_back(&each);
    }
    for (std::size_t place = 0; place < open.size(); ++place) {
      if (observer.is_interrupted()) return;
      observer.begins({.place = place, .cases = open.size(), .next = open[place]});
      const recorded_case result = runner.run(*open[place]);
      into.append(result);
      observer.has_record(result);
      if (!cases::device_is_alive())
        throw std::runtime_error(
            fmt::format("the device does not answer after {}; --resume goes on with the next case",
                        open[place]->key));
    }
    into.finish();
  }

 private:
  json header_;
};

}  // namespace

std::unique_ptr<boards> profiled_in_this_process(const std::string& device, std::uint64_t seed) {
  select_device(device);
  keep_freed_memory();
  return std::make_unique<this_process>(seed);
}

}  // namespace retime::sweep
