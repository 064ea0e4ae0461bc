// A state of the machine that does not depend on what a case did last.
#pragma once

#include <memory>
#include <vector>

#include "variants/registry.h"

namespace retime::cases {

/// Called before a run, it takes away what a run straight after another one finds better than one
/// after reset(): caches hold nothing of the case, the host's threads no longer wait awake for
/// work, and a GPU's clocks have risen. Some 30 ms.
class cold_start {
 public:
  explicit cold_start(processor where);
  cold_start(const cold_start&) = delete;
  cold_start& operator=(const cold_start&) = delete;
  ~cold_start();
  void operator()();

 private:
  struct on_device;
  std::unique_ptr<on_device> device_;  ///< of a GPU case
  std::vector<unsigned char> lines_;   ///< more than the host's caches hold
};

}  // namespace retime::cases
