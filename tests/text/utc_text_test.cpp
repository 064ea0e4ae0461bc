#include "harness/text/utc_text.h"

#include <gtest/gtest.h>

namespace retime {
namespace {

TEST(UtcText, IsTheTimeInUtcWhateverTheZone) {
  EXPECT_EQ(utc_text(1795879800), "2026-11-28T15:30:00Z");
  EXPECT_EQ(utc_text(0, "%Y%m%dT%H%M%S"), "19700101T000000");
}

}  // namespace
}  // namespace retime
