#pragma once

namespace device::emulation {

/// A wait of the running thread for other blocks.
class standing_by {
 public:
  standing_by();
  /// Lets others go on: threads of this block, then the other blocks.
  void let_others_go_on();
  /// What was waited for is there.
  static void got_on();

 private:
  unsigned looks_ = 0;  ///< since another block had its turn
};

}  // namespace device::emulation

namespace device::backend {

template <class Piece>
void write_whole(Piece* to, const Piece& from) {
  *to = from;
}

template <class Piece>
Piece read_whole(const Piece* from) {
  return *from;
}

template <class AllArrived>
void wait_until(AllArrived& all_arrived) {
  for (emulation::standing_by wait; !all_arrived();) wait.let_others_go_on();
  emulation::standing_by::got_on();
}

}  // namespace device::backend
