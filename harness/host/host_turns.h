// Turns that the processes of one host take, each with a GPU of its own, so that what is timed on
// the host's cores is not disturbed by what the others compute.
#pragma once

#include <filesystem>
#include <functional>
#include <utility>

#include "kernels/support/bad_input.h"

namespace retime {

/// What a process does with the host. Seen on hosts with four GPUs (docs/cluster.md): what others
/// launch, and what they compute on their shares of the cores, leaves a GPU's times alone, also
/// those of runs that are launched step by step; a run on one core it makes up to twice as slow;
/// and anything beside it makes a run that keeps all cores busy up to 60 times as slow.
enum class host_use {
  none,   ///< it waits for something to do
  light,  ///< it launches and waits, or times on its GPU
  heavy,  ///< it computes an input or a reference on its share of the cores: not beside a timed one
  timed,  ///< it times what one core computes: not beside a heavy one
  alone,  ///< it runs what keeps several cores busy, or takes several GPUs: not beside any other
};

/// The file by which all processes of this user on this host take turns. Throws bad_input where
/// TMPDIR is no folder.
std::filesystem::path file_of_turns();

/// Ends what the host is used for, by whatever begins its uses, if anything does.
class turn_given_back {
 public:
  explicit turn_given_back(std::function<void(host_use)> begin) : begin_(std::move(begin)) {}
  turn_given_back(const turn_given_back&) = delete;
  turn_given_back& operator=(const turn_given_back&) = delete;
  ~turn_given_back() {
    if (begin_) begin_(host_use::none);
  }

 private:
  std::function<void(host_use)> begin_;
};

class host_turns {
 public:
  /// Processes that name the same file, which is created if need be and stays empty, take turns.
  /// `is_waiting(true)` is called before it waits for others, `is_waiting(false)` after. Throws
  /// bad_input where the file cannot be written.
  host_turns(const std::filesystem::path& file, std::function<void(bool)> is_waiting);
  host_turns(const host_turns&) = delete;
  host_turns& operator=(const host_turns&) = delete;
  ~host_turns();

  /// Counts this process among those that share its cores, as long as this object lives: `first` is
  /// the first core that it may use, and so tells apart what a launcher gave cores of its own.
  /// Throws bad_input where the file system has no locks.
  void join(int first);
  /// How many have joined by the same core.
  int processes() const;

  /// From the present use to another, for which it waits its turn. What it held is given back at
  /// once, and at the latest when the process ends. Throws bad_input where the file system has no
  /// locks.
  void begin(host_use next);

 private:
  bool acquire(host_use next, bool waits);
  bad_input no_locks() const;

  std::filesystem::path file_;
  int descriptor_;
  host_use now_ = host_use::none;
  long seats_ = 0;  ///< where those in the file begin that are this process's and its neighbours'
  std::function<void(bool)> is_waiting_;
};

}  // namespace retime
