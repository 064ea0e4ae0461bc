// Filters that a backtracking engine crashes on or never ends with.
#include "harness/text/filter.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/complaint.h"

namespace retime {
namespace {

const std::string key = "carpet/c_compact/occupancy=0.093/steps=500/block=256";

std::string complaint(const std::string& expression) {
  return tests::complaint_of([&] { key_filter{expression}; });
}

TEST(KeyFilter, SearchesAnywhere) {
  for (const char* matching :
       {"", "carpet", "^carpet/", "block=256$", "a|c_compact", "steps=[0-9]{3}/"})
    EXPECT_TRUE(key_filter(matching).matches(key)) << matching;
  for (const char* missed : {"^c_compact", "block=25$", "steps=[0-9]{4}"})
    EXPECT_FALSE(key_filter(missed).matches(key)) << missed;
}

TEST(KeyFilter, SaysWhatItMayMatchBelow) {
  const auto may = [](const char* expression, const char* beginning) {
    return key_filter(expression).may_match_below(beginning);
  };
  for (const char* expression :
       {"", "dense", "^carpet/", "^carpet/a_dense/steps=5", "^carp.*", "^carpet/?x",
        "^(a|b)|carpet", "^x*carpet", "^(?i)CARPET", "(^)car", "^*dense", "^{0}dense"})
    EXPECT_TRUE(may(expression, "carpet/a_dense")) << expression;
  for (const char* expression : {"^carpet/b", "^carpets", "^apsp.*dense", "^carpet/a_densely"})
    EXPECT_FALSE(may(expression, "carpet/a_dense/")) << expression;
  EXPECT_TRUE(may("^carpet/[ab]_dense/", "carpet/b_dense"));
}

TEST(KeyFilter, EndsSoonOnWhatBacktracksWithoutEnd) {
  const std::string long_key(60'000, 'a');
  const auto begun = std::chrono::steady_clock::now();
  for (const char* expression :
       {"(([a-z_/=0-9.]+)+)+$^", "((.*)*)*$^x", "(.*)x10 zz$", ".*z", "((a?){30}){30}$^"}) {
    EXPECT_FALSE(key_filter(expression).matches(key)) << expression;
    EXPECT_FALSE(key_filter(expression).matches(long_key)) << expression;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

TEST(KeyFilter, RefusesInOneLineWhatIsNone) {
  for (const std::string wrong :
       {"(", "[z-a]", "a{1000}{1000}", "(?=a)", "(a)\\1", "\\", "((((a{100}){100}){100}){100})"}) {
    const auto said = complaint(wrong);
    EXPECT_EQ(said.find("--filter '" + wrong + "'"), 0U) << said;
    EXPECT_EQ(said.find('\n'), said.npos);
  }
  EXPECT_NE(complaint(std::string(20'000, '(') + std::string(20'000, ')')), "");
  EXPECT_NE(complaint(std::string(100'000, 'a')).find("at most 512"), std::string::npos);
}

}  // namespace
}  // namespace retime
