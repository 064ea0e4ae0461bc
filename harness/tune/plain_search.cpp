#include "harness/tune/plain_search.h"

#include <algorithm>

namespace retime::tune {
namespace {

struct nothing_new {};
constexpr std::size_t most_idle = 20'000;  // measurements in a row that were known already

}  // namespace

std::optional<configuration> plain_search::ask() {
  while (running_body* body = ready_body()) {
    body->waits_for = resume(*body);
    if (!body->waits_for) {
      body->running.destroy();
      bodies_.remove_if([=](const running_body& each) { return &each == body; });
      has_ended_ = true;
    } else if (std::ranges::find(under_way_, *body->waits_for) == under_way_.end()) {
      under_way_.push_back(*body->waits_for);
      return body->waits_for;
    }
  }
  return std::nullopt;
}

/// One that has what it asked for, or a new one if all wait, each for something of its own.
plain_search::running_body* plain_search::ready_body() {
  for (auto& each : bodies_) {
    const bool waits =
        each.waits_for && std::ranges::find(under_way_, *each.waits_for) != under_way_.end();
    if (!waits) return &each;
  }
  const bool all_are_taken = evaluations_ + under_way_.size() >= where_.size();
  if (has_ended_ || bodies_.size() > under_way_.size() || (all_are_taken && !bodies_.empty()))
    return nullptr;
  return &bodies_.emplace_back(running_body{body().handle, {}});
}

std::optional<configuration> plain_search::resume(const running_body& resumed) {
  resumed.running.resume();
  if (!resumed.running.done()) return asked_;
  if (const auto problem = resumed.running.promise().problem) {
    try {
      std::rethrow_exception(problem);
    } catch (const nothing_new&) {
    }
  }
  return std::nullopt;
}

void plain_search::tell(configuration index, const reading& told) {
  const bool ran = told.result == outcome::correct && std::isfinite(told.value);
  known_[index] = ran ? told.value : std::numeric_limits<double>::infinity();
  ++evaluations_;
  std::erase(under_way_, index);
  if (ran && (!best_ || told.value < known_[*best_])) best_ = index;
}

plain_search::measurement_awaiter plain_search::measure(configuration index) {
  idle_ = is_known(index) ? idle_ + 1 : 0;
  if (idle_ > most_idle || evaluations_ >= where_.size()) throw nothing_new{};
  return {*this, index};
}

bool plain_search::is_open(configuration index) const {
  return !is_known(index) && std::ranges::find(under_way_, index) == under_way_.end();
}

configuration plain_search::any_open() {
  if (evaluations_ + under_way_.size() >= where_.size()) return any();
  for (int tries = 0; tries < 100; ++tries) {
    const auto drawn = any();
    if (is_open(drawn)) return drawn;
  }
  const auto start = any();
  for (std::size_t k = 0; k < where_.size(); ++k) {
    const auto next = static_cast<configuration>((start + k) % where_.size());
    if (is_open(next)) return next;
  }
  return start;
}

}  // namespace retime::tune
