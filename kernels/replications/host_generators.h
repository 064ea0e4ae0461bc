// The words of cuRAND's generators on the host.
#pragma once

#include "kernels/replications/generators.h"
#include "kernels/support/philox.h"
#include "kernels/support/xorwow.h"

namespace replications {

struct host_xorwow {
  static constexpr auto kind = generator_kind::xorwow;
  static constexpr int words = 2;  ///< the seed

  constexpr explicit host_xorwow(const stream_key<words>& key) : random_(both(key.data())) {}
  constexpr word next() { return random_.next(); }

 private:
  retime::xorwow random_;
};

struct host_philox {
  static constexpr auto kind = generator_kind::philox;
  static constexpr int words = 4;  ///< seed, subsequence

  constexpr explicit host_philox(const stream_key<words>& key)
      : random_(both(key.data()), both(key.data() + 2), 0) {}
  constexpr word next() { return random_.next(); }

 private:
  retime::philox_stream random_;
};

/// use.operator()<Generator>() for a kind's generator on the host.
template <class Use>
auto with_host_generator(generator_kind kind, Use use) {
  switch (kind) {
    case generator_kind::xorwow:
      return use.template operator()<host_xorwow>();
    case generator_kind::philox:
      return use.template operator()<host_philox>();
    case generator_kind::mwc64x:
      return use.template operator()<mwc64x>();
    case generator_kind::taus88:
      break;
  }
  return use.template operator()<taus88>();
}

}  // namespace replications
