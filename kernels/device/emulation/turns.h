// Blocks that run at once, on a host thread each, of which one at a time goes on: so that the order
// is the same in every run.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <vector>

#include "kernels/device/emulation/shuffle.h"
#include "kernels/support/random.h"

namespace device::emulation {

class turns {
 public:
  /// Calls body(i) for i = 0 .. blocks - 1, and throws the first failure of these. Turns go round,
  /// or by lot if shuffled.
  static void run(std::size_t blocks, const std::optional<order>& shuffled,
                  const std::function<void(std::size_t)>& body);
  /// Those that this host thread's block takes part in; null if its launch is not resident.
  static turns* mine();

  /// Lets the others go on; returns when it is this block's turn again. False, at once, if none of
  /// them got anywhere since they all waited.
  bool pass();
  /// The running block has what it waited for.
  void got_on() { waiting_ = 0; }

 private:
  /// Unwinds a block after another one has failed.
  struct abandoned {};

  turns(std::size_t blocks, const std::optional<order>& shuffled);
  void take_part(std::size_t block, const std::function<void(std::size_t)>& body);
  void hand_on();

  // Touched by the block whose turn it is alone.
  std::vector<std::size_t> live_;  ///< blocks that have not ended
  std::size_t place_ = 0;          ///< of the one whose turn it is, in live_
  std::size_t waiting_ = 0;        ///< passes since a block got on
  std::exception_ptr failure_;
  std::optional<retime::random_stream> lots_;

  std::vector<std::unique_ptr<std::binary_semaphore>> gates_;  ///< of each block: opened for a turn
};

}  // namespace device::emulation
