// How a walk is computed on the device; its answer does not depend on it.
#pragma once

namespace carpet {

struct walk_options {
  unsigned block = 256;
  /// Every other step sweeps over the sites from the last to the first: it then begins with what
  /// the step before wrote last, which the cache still holds.
  bool alternate = false;
  bool programmatic_launch = false;  ///< device::launch_shape::programmatic_launch

  bool backwards(int step) const { return alternate && step % 2 == 0; }
};

}  // namespace carpet
