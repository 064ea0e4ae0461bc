#include <algorithm>
#include <numeric>
#include <random>

#include "harness/tune/strategy.h"

namespace retime::tune {
namespace {

/// Draws without replacement: the baseline that scoring knows in closed form.
class random_search final : public strategy {
 public:
  explicit random_search(const search_setup& setup)
      : order_(setup.where->size()), random_(setup.seed) {
    std::iota(order_.begin(), order_.end(), configuration{0});
  }
  std::optional<configuration> ask() override {
    if (next_ == order_.size()) return std::nullopt;
    std::uniform_int_distribution<std::size_t> rest(next_, order_.size() - 1);
    std::swap(order_[next_], order_[rest(random_)]);
    return order_[next_++];
  }
  void tell(configuration, const reading&) override {}

 private:
  std::vector<configuration> order_;
  std::size_t next_ = 0;
  std::mt19937_64 random_;
};

const bool has_random = register_strategy(
    {.id = "random", .help = "uniform draws without replacement", .make = [](const auto& s) {
       return std::make_unique<random_search>(s);
     }});

}  // namespace
}  // namespace retime::tune
