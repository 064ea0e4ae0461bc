#include "harness/tune/plain_search.h"

namespace retime::tune {
namespace {

struct nothing_new {};
constexpr std::size_t most_idle = 20'000;  // measurements in a row that were known already

}  // namespace

std::optional<configuration> plain_search::ask() {
  if (!running_) running_ = body().handle;
  if (running_.done()) return std::nullopt;
  running_.resume();
  if (!running_.done()) return pending_;
  if (const auto problem = running_.promise().problem) {
    try {
      std::rethrow_exception(problem);
    } catch (const nothing_new&) {
    }
  }
  return std::nullopt;
}

void plain_search::tell(configuration which, const reading& found) {
  const bool ran = found.result == outcome::correct && std::isfinite(found.value);
  known_[which] = ran ? found.value : std::numeric_limits<double>::infinity();
  ++evaluations_;
  if (ran && (!best_ || found.value < known_[*best_])) best_ = which;
}

plain_search::measurement_awaiter plain_search::measure(configuration which) {
  idle_ = is_known(which) ? idle_ + 1 : 0;
  if (idle_ > most_idle || evaluations_ >= where_.size()) throw nothing_new{};
  return {*this, which};
}

configuration plain_search::any_unknown() {
  if (evaluations_ >= where_.size()) return any();
  for (int tries = 0; tries < 100; ++tries) {
    const auto drawn = any();
    if (!is_known(drawn)) return drawn;
  }
  const auto start = any();
  for (std::size_t k = 0; k < where_.size(); ++k) {
    const auto next = static_cast<configuration>((start + k) % where_.size());
    if (!is_known(next)) return next;
  }
  return start;
}

}  // namespace retime::tune
