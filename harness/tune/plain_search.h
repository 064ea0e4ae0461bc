// A base for strategies that are easiest to write as one loop: body() is a coroutine, `co_await
// measure(c)` hands a configuration out and resumes with its value. Where several boards measure,
// several bodies take turns, each waiting for a configuration of its own; what they know, and the
// members of the strategy, they share.
#pragma once

#include <coroutine>
#include <exception>
#include <list>
#include <random>
#include <utility>
#include <vector>

#include "harness/tune/strategy.h"

namespace retime::tune {

class plain_search : public strategy {
 public:
  explicit plain_search(const search_setup& setup)
      : where_(*setup.where),
        budget_(setup.budget),
        random_(setup.seed),
        known_(where_.size(), no_value) {}
  plain_search(const plain_search&) = delete;
  plain_search& operator=(const plain_search&) = delete;
  ~plain_search() override {
    for (const auto& each : bodies_) each.running.destroy();
  }

  std::optional<configuration> ask() final;
  void tell(configuration index, const reading& told) final;

 protected:
  class routine {
   public:
    struct promise_type {
      std::exception_ptr problem;
      routine get_return_object() {
        return routine{std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_always initial_suspend() noexcept { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() { problem = std::current_exception(); }
    };
    std::coroutine_handle<promise_type> handle;
  };

  struct measurement_awaiter {
    plain_search& owner;
    configuration index;
    bool await_ready() { return owner.is_known(index); }
    void await_suspend(std::coroutine_handle<>) { owner.asked_ = index; }
    double await_resume() { return owner.known_[index]; }
  };

  /// The search itself. Ends by returning; a search that only meets what it knows is ended. Once
  /// more for each further board.
  virtual routine body() = 0;

  /// The value of a configuration, +infinity if it failed. Known ones come back at once and cost
  /// nothing.
  measurement_awaiter measure(configuration index);

  bool is_known(configuration index) const { return !std::isnan(known_[index]); }
  /// Neither known nor under way.
  bool is_open(configuration index) const;
  const std::vector<configuration>& under_way() const { return under_way_; }
  double known(configuration index) const { return known_[index]; }
  std::size_t evaluations() const { return evaluations_; }
  std::size_t budget() const { return budget_; }
  const tuning_space& where() const { return where_; }
  std::optional<configuration> best() const { return best_; }

  std::mt19937_64& random() { return random_; }
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  configuration any() { return static_cast<configuration>(below(where_.size())); }
  configuration any_open();  ///< any() if none is

 private:
  const tuning_space& where_;
  std::size_t budget_, evaluations_ = 0, idle_ = 0;
  std::mt19937_64 random_;
  std::vector<double> known_;  // NaN: not told yet
  std::optional<configuration> best_;
  struct running_body {
    std::coroutine_handle<routine::promise_type> running;
    std::optional<configuration> waits_for;  ///< what it asked for
  };
  /// What the body asks for next; nothing if it has come to its end.
  std::optional<configuration> resume(const running_body& resumed);
  running_body* ready_body();

  std::list<running_body> bodies_;
  bool has_ended_ = false;  ///< one of them
  configuration asked_ = 0;
  std::vector<configuration> under_way_;
};

}  // namespace retime::tune
