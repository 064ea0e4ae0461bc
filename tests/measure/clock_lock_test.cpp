// Clocks are locked while it is asked for and never after, however the program ends. The driver is
// a fake one, whose state all processes share.
#include "harness/measure/clock_lock.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <new>
#include <stdexcept>
#include <thread>

#include "kernels/support/bad_input.h"
#include "tests/complaint.h"

namespace retime {
namespace {

struct fake_driver {
  std::atomic<unsigned> least_mhz = 0, most_mhz = 0;
  std::atomic<int> locks = 0, unlocks = 0;
  std::atomic<int> answer_to_lock = 0;
};

fake_driver& driver() {
  static auto* shared = new (::mmap(nullptr, sizeof(fake_driver), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0)) fake_driver;
  return *shared;
}

const nvml_functions& fake_nvml() {
  static nvml_functions fake;
  fake.handle_by_uuid = [](const char* uuid, void** device) {
    *device = &driver();
    return std::string(uuid) == "GPU-1" ? 0 : 6;  // not found
  };
  fake.most_clock = [](void*, int, unsigned* mhz) { return *mhz = 1980, 0; };
  fake.lock_clocks = [](void*, unsigned least_mhz, unsigned most_mhz) {
    if (const int answer = driver().answer_to_lock) return answer;
    driver().least_mhz = least_mhz;
    driver().most_mhz = most_mhz;
    ++driver().locks;
    return 0;
  };
  fake.unlock_clocks = [](void*) { return ++driver().unlocks, 0; };
  return fake;
}

const nvml_functions& no_nvml() {
  static const nvml_functions none;
  return none;
}

struct ClockLock : testing::Test {
  ClockLock() {
    fake_driver& now = driver();
    now.least_mhz = now.most_mhz = 0;
    now.locks = now.unlocks = now.answer_to_lock = 0;
  }

  static std::string refusal(sm_clock clock, const std::string& uuid = "GPU-1",
                             const nvml_functions& (*load)() = fake_nvml) {
    return tests::complaint_of([&] { const clock_lock held(uuid, clock, load); });
  }
};

TEST_F(ClockLock, LastsAsLongAsItsObject) {
  {
    const clock_lock held("GPU-1", {.mhz = 1500}, fake_nvml);
    EXPECT_EQ(driver().least_mhz, 1500U);
    EXPECT_EQ(driver().most_mhz, 1500U);
    EXPECT_EQ(driver().unlocks, 0);
  }
  EXPECT_EQ(driver().locks, 1);
  EXPECT_EQ(driver().unlocks, 1);
}

TEST_F(ClockLock, IsAtTheBaseClockUnlessOneIsNamed) {
  const clock_lock held("GPU-1", {}, fake_nvml);
  EXPECT_EQ(driver().least_mhz, 0xffffff01U);
  EXPECT_EQ(driver().most_mhz, 0xffffff01U);
}

TEST_F(ClockLock, EndsWithAnException) {
  try {
    const clock_lock held("GPU-1", {}, fake_nvml);
    throw std::runtime_error("");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(driver().unlocks, 1);
}

/// Sends the signal to a program that holds the lock and to the processes that it has started.
void expect_unlocked_after(int signal) {
  const pid_t program = ::fork();
  if (program == 0) {
    ::setpgid(0, 0);
    try {
      const clock_lock held("GPU-1", {}, fake_nvml);
      for (;;) ::pause();
    } catch (...) {
      ::_exit(1);
    }
  }
  const auto wait_for = [](const std::atomic<int>& count) {
    for (int i = 0; i < 1000 && count == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  wait_for(driver().locks);
  EXPECT_EQ(driver().unlocks, 0);
  ::kill(signal == SIGKILL ? program : -program, signal);
  ::waitpid(program, nullptr, 0);
  wait_for(driver().unlocks);
  EXPECT_EQ(driver().unlocks, 1);
}

TEST_F(ClockLock, EndsWithCtrlC) { expect_unlocked_after(SIGINT); }
TEST_F(ClockLock, EndsWithAKill) { expect_unlocked_after(SIGKILL); }

TEST_F(ClockLock, SaysWhatIsRightWhereItIsNotPermitted) {
  driver().answer_to_lock = 4;
  EXPECT_EQ(refusal({.mhz = 1500}),
            "--lock-clocks 1500: only root may; run this as root, or lock them beforehand: sudo "
            "nvidia-smi -i GPU-1 -lgc 1500 (and -rgc behind it)");
  EXPECT_NE(refusal({}).find("--lock-clocks: only root may"), std::string::npos);
  EXPECT_EQ(driver().unlocks, 0);
}

TEST_F(ClockLock, RefusesWhatTheDeviceHasNot) {
  EXPECT_EQ(refusal({.mhz = 2500}), "--lock-clocks 2500: this GPU's SM clock goes up to 1980 MHz");
  EXPECT_NE(refusal({}, "GPU-2").find("does not know the GPU"), std::string::npos);
  EXPECT_NE(refusal({}, "GPU-1", no_nvml).find("does not say how"), std::string::npos);
  driver().answer_to_lock = 3;
  EXPECT_EQ(refusal({}), "--lock-clocks: this GPU's clocks cannot be locked");
  EXPECT_EQ(driver().locks, 0);
}

}  // namespace
}  // namespace retime
