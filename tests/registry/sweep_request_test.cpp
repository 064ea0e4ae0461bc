#include "harness/registry/sweep_request.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/complaint.h"

namespace retime {
namespace {

const axis_value whole = std::int64_t{0}, real = 0.0, text = std::string{};

std::vector<axis_value> read(const std::string& setting, const axis_value& like) {
  return parse_axis_values(parse_axis_setting(setting), like);
}

std::string complaint(const std::string& setting, const axis_value& like) {
  return tests::complaint_of([&] { read(setting, like); });
}

using values = std::vector<axis_value>;

TEST(AxisSyntax, ReadsLists) {
  EXPECT_EQ(read("n=1,20,300", whole), (values{1, 20, 300}));
  EXPECT_EQ(read("p=0.5,1", real), (values{0.5, 1.0}));
  EXPECT_EQ(read("initial=mode=1:2:0.5,noise", text), (values{"mode=1:2:0.5", "noise"}));
}

TEST(AxisSyntax, RangesIncludeBothEndsWhereAStepMeetsThem) {
  EXPECT_EQ(read("n=32..128:x2", whole), (values{32, 64, 128}));
  EXPECT_EQ(read("n=32..127:x2", whole), (values{32, 64}));
  EXPECT_EQ(read("n=10..30:+10", whole), (values{10, 20, 30}));
  EXPECT_EQ(read("n=-2..0:+1", whole), (values{-2, -1, 0}));
  EXPECT_EQ(read("p=0.1..0.3:+0.1", real).size(), 3U);
  EXPECT_EQ(read("n=1..10:x1.5", whole),
            (values{1, 2, 3, 5, 8}));  // 1 1.5 2.25 3.375 5.06 7.59, rounded, once each
}

TEST(AxisSyntax, RangesEndAtTheLargestNumber) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min(),
                 most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(read(fmt::format("n={}..{}:+{}", least, most, most), whole),
            (values{least, std::int64_t{-1}, most - 1}));
  EXPECT_EQ(read(fmt::format("n={}..{}:x2", most / 2 + 1, most), whole), (values{most / 2 + 1}));
  EXPECT_EQ(read("p=1e308..1.7e308:x10", real), (values{1e308}));
}

TEST(AxisSyntax, NamesWhatIsWrong) {
  for (const char* setting : {"n=", "=3", "n"})
    EXPECT_THROW(parse_axis_setting(setting), bad_input) << setting;
  for (const char* setting : {"n=1.5", "n=abc", "n=1,", "n=99999999999999999999", "n=5..1:+1",
                              "n=1..5", "n=1..5:", "n=1..5:+0", "n=1..5:x1", "n=0..5:x2",
                              "n=1..5:y2", "n=1..1000000000:+1", "n=..5:x2"}) {
    EXPECT_NE(complaint(setting, whole).find("--axis n="), std::string::npos) << setting;
  }
  for (const char* endless : {"n=1..100:x1.0000000001", "n=1..9223372036854775807:+1",
                              "n=-9223372036854775808..9223372036854775807:+1"})
    EXPECT_NE(complaint(endless, whole).find("more than 10000 values"), std::string::npos)
        << endless;
  EXPECT_NE(complaint("p=1..1e308:x1.0000000000000002", real), "");
  EXPECT_NE(complaint("p=-1e308..1e308:+1", real), "");
  EXPECT_NE(complaint("p=nan", real), "");
  EXPECT_NE(complaint("p=inf", real), "");
  EXPECT_NE(complaint("g=a,,b", text), "");
  EXPECT_NE(complaint("g=" + std::string(5000, 'a'), text), "");
}

}  // namespace
}  // namespace retime
