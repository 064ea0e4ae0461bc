#include <gtest/gtest.h>

#include "harness/bench/benchmark_session.h"
#include "tests/complaint.h"

namespace retime {
namespace {

TEST(BenchmarkFlags, ThoseThatMeanNothingSayWhatDoes) {
  const auto said = [](const char* flag) {
    return tests::complaint_of([&] { bench::check_benchmark_flags({flag}); });
  };
  EXPECT_NE(said("--benchmark_min_time=0.1s").find("--budget"), std::string::npos);
  EXPECT_NE(said("--benchmark_format=json").find("export --to csv"), std::string::npos);
  EXPECT_NE(said("--benchmark_time_unit=ms").find("unit"), std::string::npos);
  EXPECT_NE(said("--benchmark_help").find("run --help"), std::string::npos);
  EXPECT_NE(said("--benchmark_enable_random_interleaving=true").find("--interleave"),
            std::string::npos);
  EXPECT_NE(said("--benchmark_repetitions=3").find("--processes"), std::string::npos);
  EXPECT_NE(said("--benchmark_nosuch").find("these work"), std::string::npos);
}

}  // namespace
}  // namespace retime
