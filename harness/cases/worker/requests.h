// What a worker can be asked for. Whoever asks adds the answers, in a file of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/cases/worker/serve.h"
#include "harness/host/host_turns.h"
#include "harness/text/forms.h"

namespace retime::cases {

/// What a worker has of its host.
struct host_share {
  std::function<int()> cores{};                 ///< see run_options; empty: all
  std::function<void(host_use)> begin{};        ///< empty: it is alone, and takes no turns
  std::function<void(host_use)> begin_ahead{};  ///< the same for inputs of cases to come

  void use(host_use next) const {
    if (begin) begin(next);
  }
  int cores_now() const { return cores ? cores() : 0; }
};

struct requests_form {
  std::string id;  ///< of those who ask
  /// Made once in a worker's life. `seed`: of its inputs.
  std::function<answers(request_line& requests, std::uint64_t seed, const host_share& host)> make;
};

inline bool register_requests(requests_form form) {
  return forms<requests_form>::add(std::move(form));
}

}  // namespace retime::cases
