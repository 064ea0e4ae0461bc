#include "kernels/device/emulation/turns.h"

#include <numeric>
#include <thread>

namespace device::emulation {
namespace {

thread_local turns* joined = nullptr;

}  // namespace

turns* turns::mine() { return joined; }

turns::turns(std::size_t blocks, const std::optional<order>& shuffled) : live_(blocks) {
  std::iota(live_.begin(), live_.end(), std::size_t{0});
  if (shuffled) lots_.emplace(shuffled->seed);
  for (std::size_t i = 0; i < blocks; ++i)
    gates_.push_back(std::make_unique<std::binary_semaphore>(0));
}

void turns::run(std::size_t blocks, const std::optional<order>& shuffled,
                const std::function<void(std::size_t)>& body) {
  turns shared(blocks, shuffled);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < blocks; ++i)
      threads.emplace_back([&shared, &body, i] { shared.take_part(i, body); });
    // The first is this thread's, which has the stacks of earlier launches.
    shared.gates_[0]->release();
    shared.take_part(0, body);
    joined = nullptr;
  }
  if (shared.failure_) std::rethrow_exception(shared.failure_);
}

void turns::take_part(std::size_t block, const std::function<void(std::size_t)>& body) {
  joined = this;
  gates_[block]->acquire();
  try {
    if (!failure_) body(block);
  } catch (...) {
    // The failure that made a block be abandoned is known already.
    if (!failure_) failure_ = std::current_exception();
  }
  live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(place_));
  waiting_ = 0;
  if (live_.empty()) return;
  place_ = (place_ + live_.size() - 1) % live_.size();
  hand_on();
}

void turns::hand_on() {
  place_ = lots_ ? lots_->below(live_.size()) : (place_ + 1) % live_.size();
  gates_[live_[place_]]->release();
}

bool turns::pass() {
  // By lot a block may come up again and again before another one does.
  const std::size_t patience = lots_ ? 100 * live_.size() : live_.size();
  if (++waiting_ > patience) return false;
  const std::size_t block = live_[place_];
  hand_on();
  gates_[block]->acquire();
  if (failure_) throw abandoned{};
  return true;
}

}  // namespace device::emulation
