// The words of cuRAND's generators.
#pragma once

#include "kernels/device/emulation/types.h"
#include "kernels/support/philox.h"
#include "kernels/support/xorwow.h"

namespace device {

class philox : public retime::philox_stream {
 public:
  using philox_stream::philox_stream;

  uint4 next4() {
    const unsigned x = next(), y = next(), z = next(), w = next();
    return {x, y, z, w};
  }
};

using retime::xorwow;

}  // namespace device
