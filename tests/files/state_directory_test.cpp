#include "harness/files/state_directory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Sets an environment variable, or takes it away, as long as it lives.
class environment {
 public:
  environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~environment() { set(before_ ? before_->c_str() : nullptr); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  void set(const char* value) const {
    value == nullptr ? unsetenv(name_) : setenv(name_, value, 1);
  }

  const char* name_;
  std::optional<std::string> before_;
};

TEST(StateDirectory, IsThatOfXdgOrBelowTheHome) {
  const environment home("HOME", "/home/me");
  {
    const environment state("XDG_STATE_HOME", "/var/state");
    EXPECT_EQ(state_directory(), "/var/state/retime");
  }
  for (const char* no_place : {static_cast<const char*>(nullptr), "", "relative"}) {
    const environment state("XDG_STATE_HOME", no_place);
    EXPECT_EQ(state_directory(), "/home/me/.local/state/retime");
  }
}

TEST(StateDirectory, WithoutAHomeAsksForAPlace) {
  const environment state("XDG_STATE_HOME", nullptr), home("HOME", nullptr);
  EXPECT_THROW(state_directory(), bad_input);
}

TEST(StateDirectory, HoldsRunsAndEachGpusTable) {
  const environment state("XDG_STATE_HOME", "/var/state");
  EXPECT_EQ(default_table("NVIDIA H200"), "/var/state/retime/h200/best.json");
  EXPECT_EQ(default_table("Tesla V100-SXM2-16GB"),
            "/var/state/retime/tesla-v100-sxm2-16gb/best.json");
  const auto run = default_run_path("NVIDIA H200");
  EXPECT_EQ(run.parent_path(), "/var/state/retime/runs");
  EXPECT_TRUE(run.filename().string().ends_with("Z-" + std::to_string(::getpid()) + "-nvidia-h200"))
      << run;
  EXPECT_NE(run, default_run_path("NVIDIA H200"));
}

}  // namespace
}  // namespace retime
