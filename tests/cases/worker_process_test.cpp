// The other end of the line may answer, be silent, or die.
#include "harness/cases/worker/worker_process.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace retime::cases {
namespace {

using nlohmann::json;

// The shell reads requests from its standard input and writes answers to it: it is a socket.

std::vector<std::string> command(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(WorkerProcess, AnswersLineByLine) {
  cases::worker_process echo(
      command("while read -r line; do echo \"$line\" >&0; echo '{\"next\": 1}' >&0; done"));
  echo.send({{"a", 1}});
  EXPECT_EQ(echo.receive(10), json({{"a", 1}}));
  EXPECT_EQ(echo.receive(10), json({{"next", 1}}));
  EXPECT_EQ(echo.receive(0.01), std::nullopt);
}

TEST(WorkerProcess, TellsHowItsProcessEnded) {
  const auto death = [](const std::string& script) {
    cases::worker_process dying(command(script));
    try {
      dying.receive(10);
    } catch (const cases::worker_died& how) {
      return std::pair(std::string(how.what()), how.exit_status);
    }
    return std::pair(std::string("lives"), std::optional<int>{});
  };
  EXPECT_EQ(death("exit 2"), std::pair(std::string("exit status 2"), std::optional<int>(2)));
  EXPECT_EQ(death("kill -SEGV $$").first.substr(0, 9), "signal 11");
}

TEST(WorkerProcess, AHangIsOverAfterTheTimeAndCanBeStopped) {
  cases::worker_process hanging(command("trap '' TERM; exec sleep 100"));
  EXPECT_EQ(hanging.receive(0.05), std::nullopt);
  hanging.stop();
}

TEST(WorkerProcess, WhatCannotBeStartedIsNamed) {
  EXPECT_THROW(cases::worker_process({"/no/such/program"}), std::runtime_error);
}

TEST(WorkerProcess, ASendToTheDeadDoesNotKillTheSender) {
  cases::worker_process dead(command("exit 0"));
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i) {
          dead.send({{"a", std::string(1000, 'x')}});
          dead.receive(0.01);
        }
      },
      cases::worker_died);
}

}  // namespace
}  // namespace retime::cases
