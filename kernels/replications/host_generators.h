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

template <class Use>
auto with_host_generator(generator_kind kind, Use use) {
  return with_generator<host_xorwow, host_philox>(kind, use);
}

}  // namespace replications
