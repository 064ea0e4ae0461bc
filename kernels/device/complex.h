// A complex number, as the FFTs lay it out; in kernels and on the host.
#pragma once

namespace device {

template <class Real>
struct alignas(2 * sizeof(Real)) complex {
  Real re, im;
};

}  // namespace device
