#include "harness/tune/plain_search.h"

class walk final : public retime::tune::plain_search {
  using plain_search::plain_search;
  routine body() override {  // a coroutine; ends when the caller stops asking
    for (;;) {
      const auto drawn = any_open();
      const double value = co_await measure(drawn);  // infinite if it failed
      if (drawn != best()) continue;
      for (const auto near : retime::hamming_neighbours(where(), drawn)) {
        if (co_await measure(near) < value) break;
      }
    }
  }
};

const bool has_walk = retime::tune::register_strategy(
    {.id = "walk", .help = "draws, and a look around each best", .make = [](const auto& setup) {
       return std::make_unique<walk>(setup);
     }});
