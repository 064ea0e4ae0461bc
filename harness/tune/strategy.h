// Search strategies behind one interface: ask for a configuration, tell what it gave.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/spaces/space.h"
#include "harness/text/forms.h"
#include "harness/tune/trial.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {

/// What a search is told of one configuration. The value is to be minimised and means something
/// only if correct.
struct reading {
  outcome result = outcome::correct;
  double value = no_value;
};

/// What a neighbour (another size, another GPU) gave on configurations of this space.
using prior = std::vector<std::pair<configuration, reading>>;

struct search_setup {
  const tuning_space* where;
  std::size_t budget;  ///< evaluations that the search may count on; fewer may come
  std::uint64_t seed;
  std::vector<prior> warm_start{};
};

class strategy {
 public:
  virtual ~strategy() = default;
  /// The next configuration. Where several boards measure it is asked again before the last one is
  /// told, and answers with another than those under way. None when the search is at its end, or
  /// has no other before one of them is told. Asking for one that has been told is allowed: the
  /// caller answers from memory, and nothing is paid.
  virtual std::optional<configuration> ask() = 0;
  /// Answers an ask(); those under way are told in any order.
  virtual void tell(configuration index, const reading& told) = 0;
};

struct strategy_form {
  std::string id;
  std::string help;  ///< one line
  std::function<std::unique_ptr<strategy>(const search_setup&)> make;
};

/// A strategy's file calls it once, as the initialiser of a static.
inline bool register_strategy(strategy_form form) {
  return forms<strategy_form>::add(std::move(form));
}
/// Throws bad_input that names those there are.
inline const strategy_form& strategy_named(const std::string& id) {
  if (const auto* form = forms<strategy_form>::find(id)) return *form;
  throw bad_input("strategy '" + id + "' is none of " + forms<strategy_form>::ids());
}
inline constexpr const char* default_strategy = "default";

}  // namespace retime::tune
