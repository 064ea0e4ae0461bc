#include "harness/host/host_turns.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/complaint.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

using namespace std::chrono_literals;

class HostTurns : public ::testing::Test {
 protected:
  const tests::scratch_folder folder;
  const std::filesystem::path file = folder / "turns";

  /// Whether one that begins `next` has to wait while another does `now`; it gets its turn once the
  /// other is done.
  bool waits(host_use now, host_use next) {
    std::atomic<bool> is_waiting = false, has_waited = false, is_done = false;
    host_turns other(file, [](bool) {});
    other.begin(now);
    std::thread asking([&] {
      host_turns turns(file, [&](bool waits) {
        is_waiting = waits;
        has_waited = has_waited || waits;
      });
      turns.begin(next);
      is_done = true;
    });
    while (!is_waiting && !is_done) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);
    const bool had_to = !is_done;
    EXPECT_EQ(had_to, is_waiting);
    other.begin(host_use::none);
    asking.join();
    EXPECT_FALSE(is_waiting);
    EXPECT_EQ(has_waited, had_to);
    return had_to;
  }
};

TEST_F(HostTurns, WhatIsTimedOnACoreWaitsForWhatComputesAndTheOtherWayAbout) {
  EXPECT_TRUE(waits(host_use::heavy, host_use::timed));
  EXPECT_TRUE(waits(host_use::timed, host_use::heavy));
  EXPECT_FALSE(waits(host_use::timed, host_use::timed));
  EXPECT_FALSE(waits(host_use::heavy, host_use::heavy));
}

TEST_F(HostTurns, LaunchingDoesNotQueueBehindWhatComputes) {
  host_turns timed(file, [](bool) {});
  timed.begin(host_use::timed);
  std::atomic<bool> is_waiting = false;
  std::jthread computing([&] {
    host_turns heavy(file, [&](bool waits) { is_waiting = waits; });
    heavy.begin(host_use::heavy);
  });
  while (!is_waiting) std::this_thread::sleep_for(1ms);
  host_turns launching(file, [](bool) { ADD_FAILURE() << "it waits"; });
  launching.begin(host_use::light);
  timed.begin(host_use::none);
}

TEST_F(HostTurns, WhoWantsToBeAloneIsNotPassedByThoseThatCome) {
  host_turns first(file, [](bool) {});
  first.begin(host_use::light);
  std::atomic<bool> is_waiting = false, was_alone = false;
  std::jthread alone([&] {
    host_turns turns(file, [&](bool waits) { is_waiting = waits; });
    turns.begin(host_use::alone);
    was_alone = true;
  });
  while (!is_waiting) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(20ms);
  std::jthread later([&] {
    host_turns turns(file, [](bool) {});
    turns.begin(host_use::light);
    EXPECT_TRUE(was_alone);
  });
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(was_alone);
  first.begin(host_use::none);
}

TEST_F(HostTurns, WhatKeepsAllCoresBusyIsTimedAlone) {
  for (const auto use : {host_use::light, host_use::heavy, host_use::timed, host_use::alone}) {
    EXPECT_TRUE(waits(use, host_use::alone));
    EXPECT_TRUE(waits(host_use::alone, use));
  }
  EXPECT_FALSE(waits(host_use::none, host_use::alone));
}

TEST_F(HostTurns, LaunchingDisturbsNothingElse) {
  for (const auto use : {host_use::light, host_use::heavy, host_use::timed}) {
    EXPECT_FALSE(waits(use, host_use::light));
    EXPECT_FALSE(waits(host_use::light, use));
  }
}

TEST_F(HostTurns, AProcessThatIsKilledGivesItsTurnBack) {
  const pid_t child = fork();
  if (child == 0) {
    host_turns turns(file, [](bool) {});
    turns.begin(host_use::alone);
    std::ofstream(folder / "has_turn") << "yes";
    pause();
  }
  while (!std::filesystem::exists(folder / "has_turn")) std::this_thread::sleep_for(1ms);
  bool has_waited = false;
  host_turns turns(file, [&](bool waits) {
    has_waited = true;
    if (waits) kill(child, SIGKILL);
  });
  turns.begin(host_use::timed);
  EXPECT_TRUE(has_waited);
  waitpid(child, nullptr, 0);
}

TEST_F(HostTurns, TheProcessesThatShareTheHostAreCounted) {
  host_turns first(file, [](bool) {});
  first.join(0);
  EXPECT_EQ(first.processes(), 1);
  {
    host_turns second(file, [](bool) {});
    const host_turns does_not_count(file, [](bool) {});
    second.join(0);
    first.begin(host_use::heavy);  // which is no seat
    EXPECT_EQ(first.processes(), 2);
    EXPECT_EQ(second.processes(), 2);
  }
  EXPECT_EQ(first.processes(), 1);
  host_turns third(file, [](bool) {}), on_other_cores(file, [](bool) {});
  third.join(0);
  on_other_cores.join(1);
  EXPECT_EQ(third.processes(), 2);
  EXPECT_EQ(on_other_cores.processes(), 1);
}

/// Many turns at once end, and none sees what it must not.
TEST_F(HostTurns, NobodyWaitsForEver) {
  std::atomic<int> heavy = 0, timed = 0, present = 0, wrong = 0;
  const auto work = [&](int seed) {
    host_turns turns(file, [](bool) {});
    for (int i = 0; i < 200; ++i) {
      const int draw = (seed * 7919 + i * 104729) % 4;
      const bool alone = draw == 3;
      turns.begin(draw == 0   ? host_use::light
                  : draw == 1 ? host_use::heavy
                  : draw == 2 ? host_use::timed
                              : host_use::alone);
      const int others = present++;
      auto& own = draw == 1 ? heavy : timed;
      if (draw == 1 || draw == 2) ++own;
      if ((draw == 1 && timed > 0) || (draw == 2 && heavy > 0) || (alone && others > 0)) ++wrong;
      if (draw == 1 || draw == 2) --own;
      --present;
      turns.begin(host_use::none);
    }
  };
  std::vector<std::jthread> all;
  for (int seed = 0; seed < 6; ++seed) all.emplace_back(work, seed);
  all.clear();
  EXPECT_EQ(wrong, 0);
}

TEST_F(HostTurns, AFileThatCannotBeMadeIsNamed) {
  const auto complaint =
      tests::complaint_of([&] { host_turns(folder / "no" / "turns", [](bool) {}); });
  EXPECT_NE(complaint.find("no/turns: cannot be written"), std::string::npos) << complaint;
}

}  // namespace
}  // namespace retime
