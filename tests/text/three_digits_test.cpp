#include "harness/text/three_digits.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(ThreeDigits, HaveNoExponentBelowAMillion) {
  EXPECT_EQ(three_digits(0.05151), "0.0515");
  EXPECT_EQ(three_digits(7.2), "7.2");
  EXPECT_EQ(three_digits(999.4), "999");
  EXPECT_EQ(three_digits(999.6), "1000");
  EXPECT_EQ(three_digits(1893), "1890");
  EXPECT_EQ(three_digits(9996), "10000");
  EXPECT_EQ(three_digits(123'456), "123000");
  EXPECT_EQ(three_digits(1.234e6), "1.23e+06");
}

}  // namespace
}  // namespace retime
