// What a worker makes of answers, silence and death. The real other end:
// tests/python/test_worker.py.
#include "harness/cases/worker/worker.h"

#include <gtest/gtest.h>

#include "harness/host/exit_status.h"
#include "tests/complaint.h"

namespace retime::cases {
namespace {

using nlohmann::json;

constexpr const char* ready = R"(echo '{"protocol": 1, "header": {"seed": 3}}' >&0; )";

/// A shell that says it is ready and then does this.
worker shell(const std::string& script, const std::string& first = ready) {
  return worker({.command = {"/bin/sh", "-c", first + script}, .input_timeout_s = 0.2});
}

/// Answers each request with the number of its process, and with this.
std::string answering(const std::string& members) {
  return "while read -r line; do echo \"{\\\"process\\\": $$, " + members + "}\" >&0; done";
}

TEST(Worker, OfAnotherProtocolIsRefused) {
  auto other = shell("cat", R"(echo '{"protocol": 7, "header": {}}' >&0; )");
  EXPECT_EQ(tests::complaint_of([&] { other.header(); }),
            "/bin/sh: speaks protocol 7 to its workers, this program 1");
}

TEST(Worker, ThatRefusesToStartHasSaidWhy) {
  auto refusing = shell("exit 2", "");
  EXPECT_THROW(refusing.header(), exit_status);
  auto dying = shell("exit 1", "");
  EXPECT_THROW(dying.header(), std::runtime_error);
}

TEST(Worker, OneProcessAnswersAllAsLongAsTheDeviceIsAlive) {
  auto steady = shell(answering("\\\"alive\\\": true"));
  EXPECT_EQ(steady.header().at("seed"), 3);
  const json first = steady.ask({{"do", "it"}}, 10).answer;
  EXPECT_EQ(steady.ask({{"do", "it"}}, 10).answer, first);
  steady.stop();
  EXPECT_NE(steady.ask({{"do", "it"}}, 10).answer, first);
}

TEST(Worker, ALostDeviceGetsANewProcess) {
  auto lost = shell(answering("\\\"alive\\\": false"));
  const auto first = lost.ask({{"do", "it"}}, 10), second = lost.ask({{"do", "it"}}, 10);
  EXPECT_FALSE(first.failed);
  EXPECT_FALSE(second.failed);
  EXPECT_NE(first.answer.at("process"), second.answer.at("process"));
}

TEST(Worker, ARequestThatThrewFailed) {
  auto throwing = shell(answering("\\\"error\\\": \\\"no luck\\\", \\\"alive\\\": true"));
  const auto reply = throwing.ask({{"do", "it"}}, 10);
  ASSERT_TRUE(reply.failed);
  EXPECT_EQ(reply.failed->outcome, status::runtime_error);
  EXPECT_EQ(reply.failed->reason, "no luck");
  EXPECT_TRUE(reply.answer.is_null());
  auto refusing = shell(answering("\\\"bad_input\\\": \\\"no such file\\\""));
  EXPECT_EQ(tests::complaint_of([&] { refusing.ask({{"do", "it"}}, 10); }), "no such file");
}

TEST(Worker, AnotherBuildDoesNotGoOn) {
  auto rebuilt = shell(answering("\\\"alive\\\": true"),
                       R"(echo "{\"protocol\": 1, \"header\": {\"program\": \"$$\"}}" >&0; )");
  rebuilt.header();
  rebuilt.ask({{"do", "it"}}, 10);
  rebuilt.stop();
  EXPECT_EQ(tests::complaint_of([&] {
              rebuilt.ask({{"do", "it"}}, 10);
            }),
            "/bin/sh: is another build than when this began; start anew");
}

TEST(Worker, ADeathFailsTheRequestAndTheNextGetsANewProcess) {
  auto mortal = shell("read -r line; kill -SEGV $$");
  for (int i = 0; i < 2; ++i) {
    const auto reply = mortal.ask({{"do", "it"}}, 10);
    ASSERT_TRUE(reply.failed);
    EXPECT_EQ(reply.failed->outcome, status::runtime_error);
    EXPECT_TRUE(reply.failed->reason.starts_with("its process ended: signal 11"))
        << reply.failed->reason;
  }
}

TEST(Worker, TimeIsUpForTheInputAndThenForTheCase) {
  auto silent = shell("exec sleep 100");
  const auto no_input = silent.ask({{"do", "it"}}, 10);
  ASSERT_TRUE(no_input.failed);
  EXPECT_EQ(no_input.failed->outcome, status::timeout);
  EXPECT_TRUE(no_input.failed->reason.starts_with("its input was not there within 0.2 s"));
  auto slow = shell(R"(read -r line; echo '{"input_ms": 1}' >&0; exec sleep 100)");
  const auto no_end = slow.ask({{"do", "it"}}, 0.1);
  ASSERT_TRUE(no_end.failed);
  EXPECT_EQ(no_end.failed->outcome, status::timeout);
  EXPECT_EQ(no_end.failed->reason, "no end within 0.1 s; its process was stopped");
  EXPECT_EQ(no_end.inputs_made.at("input_ms"), 1);
}

}  // namespace
}  // namespace retime::cases
