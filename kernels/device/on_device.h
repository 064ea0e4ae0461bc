// Which device of this process work is given to, for cases that use several. Include it where it is
// used.
#pragma once

#include "kernels/device/backend.h"

namespace device {

/// Makes a device current for this host thread while it lives, and then again the one that was.
/// Buffers, streams, events, plans and a kernel's raised limit of shared memory belong to the
/// device that is current when they are made; a kernel is launched, memory filled and an event
/// recorded into a stream of the current device. No device reads or writes another one's buffers.
class on_device {
 public:
  explicit on_device(int index) : before_(backend::current_device()) {
    backend::make_current(index);
  }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;
  ~on_device() { backend::return_to(before_); }

 private:
  int before_;
};

}  // namespace device
