// Values are what Python gives; tests/python/test_tuning_replay.py compares many more with Python
// itself.
#include "harness/tune/expression.h"

#include <gtest/gtest.h>

#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using values = std::vector<axis_value>;
const std::vector<std::string> names{"x", "y", "mode"};

bool holds(const std::string& text, std::int64_t x = 6, std::int64_t y = 4) {
  return expression(text, names).holds(values{x, y, std::string("fast")});
}

std::string complaint(const std::string& text) {
  try {
    holds(text);
  } catch (const bad_input& problem) {
    return problem.what();
  }
  return "";
}

TEST(Expression, FollowsPythonsPrecedence) {
  EXPECT_TRUE(holds("x + y * 2 == 14"));
  EXPECT_TRUE(holds("-2 ** 2 == -4"));
  EXPECT_TRUE(holds("2 ** -1 == 0.5"));
  EXPECT_TRUE(holds("2 ** 3 ** 2 == 512"));
  EXPECT_TRUE(holds("not x == 5 and y == 4 or False"));
  EXPECT_TRUE(holds("10 - 4 - 3 == 3"));
  EXPECT_TRUE(holds("x // y * y + x % y == x"));
}

TEST(Expression, ChainsComparisons) {
  EXPECT_TRUE(holds("1 < y < x <= 6"));
  EXPECT_FALSE(holds("1 < y > x"));
  EXPECT_FALSE(holds("(1 < y) == x"));
  EXPECT_TRUE(holds("32 <= x * y * 8 <= 1024"));
}

TEST(Expression, DividesAsPythonDoes) {
  EXPECT_TRUE(holds("-7 // 2 == -4"));
  EXPECT_TRUE(holds("-7 % 3 == 2"));
  EXPECT_TRUE(holds("7 % -3 == -2"));
  EXPECT_TRUE(holds("7 / 2 == 3.5"));
  EXPECT_TRUE(holds("-7.5 // 2 == -4.0"));
}

TEST(Expression, KnowsWordsListsAndFunctions) {
  EXPECT_TRUE(holds("mode == 'fast' and mode in ['fast', \"slow\"]"));
  EXPECT_TRUE(holds("x not in (1, 2)"));
  EXPECT_TRUE(holds("max(x, y, 3) == 6 and min([x, y]) == 4 and abs(-3) == 3"));
  EXPECT_TRUE(holds("(1 if x > 5 else 2) == 1"));
  EXPECT_TRUE(holds("x > 100 or (x % 2 == 0 and not y % 4)"));
}

TEST(Expression, StopsAtTheFirstPartThatDecides) {
  EXPECT_TRUE(holds("x == 6 or 1 // 0 == 1"));
  EXPECT_FALSE(holds("x != 6 and 1 // 0 == 1"));
}

TEST(Expression, ReadsValueLists) {
  EXPECT_EQ(parse_value_list("[16, 32]"), (values{16, 32}));
  EXPECT_EQ(parse_value_list("range(1, 6, 2)"), (values{1, 3, 5}));
  EXPECT_EQ(parse_value_list("list(range(3))"), (values{0, 1, 2}));
  EXPECT_EQ(parse_value_list("[2**i for i in range(0, 4)]"), (values{1, 2, 4, 8}));
  EXPECT_EQ(parse_value_list("[32*i for i in range(1, 9) if i % 3 == 0]"), (values{96, 192}));
  EXPECT_EQ(parse_value_list("['a', \"b c\"]"), (values{"a", "b c"}));
  EXPECT_EQ(parse_value_list("[True, False]"), (values{1, 0}));
  EXPECT_EQ(parse_value_list("[0.5, 1e3]"), (values{0.5, 1000.0}));
  EXPECT_EQ(parse_value_list("7"), (values{7}));
}

TEST(Expression, RefusesWhatIsNone) {
  for (const char* text : {"",
                           "x +",
                           "x = 3",
                           "x == ",
                           "(x",
                           "x)",
                           "x y",
                           "import os",
                           "__import__('os')",
                           "().__class__",
                           "x.real",
                           "x[0]",
                           "lambda: 1",
                           "exec('1')",
                           "z > 1",
                           "x; y",
                           "x if y",
                           "'open",
                           "1..2",
                           "3x",
                           "max(",
                           "[i for i in",
                           "x := 3",
                           "{1: 2}",
                           "f'{x}'",
                           "@x",
                           "x\n=3"})
    EXPECT_NE(complaint(text), "") << text;
  EXPECT_NE(complaint("z > 1").find("unknown name 'z'"), std::string::npos);
}

TEST(Expression, RefusesWhatHasNoValue) {
  for (const char* text : {"x // 0", "x / (y - 4)", "x % 0.0", "mode > 3", "max()", "-mode",
                           "9223372036854775807 + 1", "2 ** 64", "x in 3", "len(3)", "int('3')"})
    EXPECT_NE(complaint(text), "") << text;
}

TEST(Expression, SurvivesHostileText) {
  EXPECT_NE(complaint(std::string(100000, '(')).find("less nesting"), std::string::npos);
  EXPECT_NE(complaint(std::string(100000, '-') + "1"), "");
  std::string nots;
  for (int k = 0; k < 10000; ++k) nots += "not ";
  EXPECT_NE(complaint(nots + "x"), "");
  EXPECT_NE(complaint("9 ** 9 ** 9 ** 9"), "");
  EXPECT_THROW(parse_value_list("range(10000000000)"), bad_input);
  EXPECT_THROW(parse_value_list("[[1]]"), bad_input);
  EXPECT_LT(complaint(std::string(100000, '(')).size(), 400U);
}

}  // namespace
}  // namespace retime::tune
