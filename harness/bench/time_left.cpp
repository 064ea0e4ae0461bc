#include "harness/bench/time_left.h"

namespace retime::bench {
namespace {

std::string variant_of(const benchmark_case& measured) {
  return measured.family->id + "/" + measured.variant->id;
}

}  // namespace

time_left::time_left(const std::vector<benchmark_case>& cases,
                     const std::map<std::string, double>& known_s,
                     const sweep::sweep_run_options& options) {
  for (const auto& each : cases) {
    const auto least = options.plan_of(each.key).least;
    open_case open{variant_of(each), each.family->id, least, {}};
    if (const auto seconds = known_s.find(each.key); seconds != known_s.end())
      open.known_s = seconds->second;
    open_.emplace(each.key, std::move(open));
  }
}

void time_left::took(const benchmark_case& measured, double seconds) {
  for (mean* each : {&of_case_[measured.key], &of_variant_[variant_of(measured)],
                     &of_family_[measured.family->id], &of_all_}) {
    each->sum_s += seconds;
    ++each->turns;
  }
  const auto open = open_.find(measured.key);
  if (open != open_.end() && open->second.turns > 1) --open->second.turns;
}

void time_left::is_done(const std::string& key) { open_.erase(key); }

std::optional<double> time_left::seconds() const {
  if (of_all_.turns == 0) return std::nullopt;
  double sum_s = 0;
  for (const auto& [key, open] : open_)
    sum_s += static_cast<double>(open.turns) * turn_s(key, open);
  return sum_s;
}

double time_left::turn_s(const std::string& key, const open_case& open) const {
  if (const auto own = of_case_.find(key); own != of_case_.end()) return own->second.value();
  if (open.known_s) return *open.known_s;
  if (const auto same = of_variant_.find(open.variant); same != of_variant_.end())
    return same->second.value();
  if (const auto like = of_family_.find(open.family); like != of_family_.end())
    return like->second.value();
  return of_all_.value();
}

}  // namespace retime::bench
