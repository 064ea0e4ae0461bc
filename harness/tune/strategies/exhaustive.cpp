#include "harness/tune/strategy.h"

namespace retime::tune {
namespace {

/// Every configuration, in the space's order.
class exhaustive final : public strategy {
 public:
  explicit exhaustive(const search_setup& setup) : size_(setup.where->size()) {}
  std::optional<configuration> ask() override {
    return next_ < size_ ? std::optional(static_cast<configuration>(next_++)) : std::nullopt;
  }
  void tell(configuration, const reading&) override {}

 private:
  std::size_t size_, next_ = 0;
};

const bool has_exhaustive = register_strategy(
    {.id = "exhaustive", .help = "every configuration in order", .make = [](const auto& s) {
       return std::make_unique<exhaustive>(s);
     }});

}  // namespace
}  // namespace retime::tune
