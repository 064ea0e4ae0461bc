#include "harness/registry/claim_choice.h"

#include <algorithm>
#include <limits>
#include <string>

namespace retime {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Cases that are chosen, and how many processes make each input.
class choice {
 public:
  explicit choice(const claim_list& list) : list_(list) {}

  /// Takes the cases if what they add leaves the sum within the limit.
  bool take(const std::vector<std::size_t>& cases, std::size_t processes, double most_s) {
    auto inputs = inputs_;
    auto chosen = chosen_;
    double more_s = 0;
    for (const auto place : cases) {
      const claim_case& one = list_.cases[place];
      more_s += one.case_s * added(chosen[place], processes);
      more_s += one.input_s * added(inputs[one.what.workload_key], processes);
    }
    if (seconds_ + more_s > most_s) return false;
    seconds_ += more_s;
    inputs_ = std::move(inputs);
    chosen_ = std::move(chosen);
    return true;
  }

  const std::map<std::size_t, std::size_t>& chosen() const { return chosen_; }
  double seconds() const { return seconds_; }

 private:
  static double added(std::size_t& count, std::size_t wanted) {
    const std::size_t before = count;
    count = std::max(count, wanted);
    return static_cast<double>(count - before);
  }

  const claim_list& list_;
  std::map<std::size_t, std::size_t> chosen_;
  std::map<std::string, std::size_t> inputs_;
  double seconds_ = 0;
};

}  // namespace

claim_choice choose(const claim_list& list, const key_filter& filter, double most_s) {
  claim_choice result;
  choice within(list), all(list);
  for (const auto& claim : list.claims) {
    std::vector<std::size_t> found;
    std::ranges::copy_if(claim.cases, std::back_inserter(found), [&](std::size_t place) {
      return filter.matches(list.cases[place].what.key);
    });
    if (found.empty()) continue;
    all.take(found, claim.processes, no_limit);
    const bool is_taken = within.take(found, claim.processes, most_s);
    if (found.size() < claim.cases.size()) continue;
    ++result.claims_in_all;
    if (is_taken) ++result.claims;
  }
  result.processes = within.chosen();
  result.seconds = within.seconds();
  result.seconds_in_all = all.seconds();
  return result;
}

}  // namespace retime
