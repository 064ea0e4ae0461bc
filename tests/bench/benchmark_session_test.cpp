#include "harness/bench/benchmark_session.h"

#include <gtest/gtest.h>

#include "tests/complaint.h"

namespace retime::bench {
namespace {

std::string said(const std::vector<std::string>& flags) {
  return tests::complaint_of([&] { check_benchmark_flags(flags); });
}

TEST(BenchmarkFlags, ThoseThatMeanNothingSayWhatDoes) {
  EXPECT_NE(said({"--benchmark_min_time=0.1s"}).find("--budget"), std::string::npos);
  EXPECT_NE(said({"--benchmark_format=json"}).find("export --to csv"), std::string::npos);
  EXPECT_NE(said({"--benchmark_time_unit=ms"}).find("unit"), std::string::npos);
  EXPECT_NE(said({"--benchmark_help"}).find("run --help"), std::string::npos);
  EXPECT_NE(said({"--benchmark_enable_random_interleaving=true"}).find("--interleave"),
            std::string::npos);
  EXPECT_NE(said({"--benchmark_repetitions=3"}).find("--processes"), std::string::npos);
  EXPECT_NE(said({"--benchmark_nosuch"}).find("these work"), std::string::npos);
}

TEST(BenchmarkFlags, HaveOneRightValue) {
  EXPECT_EQ(said({"--benchmark_out_format=json", "--benchmark_list_tests"}), "");
  EXPECT_NE(said({"--benchmark_out_format=xml"}).find("json or csv"), std::string::npos);
  EXPECT_NE(said({"--benchmark_filter=a", "--benchmark_filter=b"}).find("more than once"),
            std::string::npos);
}

}  // namespace
}  // namespace retime::bench
