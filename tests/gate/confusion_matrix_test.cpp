#include "harness/gate/audit/confusion_matrix.h"

#include <gtest/gtest.h>

namespace retime::gate {
namespace {

TEST(ConfusionMatrix, EqualCodeCalledFasterOrSlowerIsFalse) {
  confusion_matrix matrix;
  for (const auto word : {verdict::faster, verdict::slower, verdict::same, verdict::undecided})
    matrix.add(0, word);
  matrix.add(0.01, verdict::slower);
  EXPECT_EQ(matrix.false_share(), 0.5);
}

TEST(ConfusionMatrix, CountsSharesAndAdds) {
  confusion_matrix part, sum;
  part.add(0, verdict::same);
  part.add(0, verdict::slower);
  part.add(0.02, verdict::slower);
  sum.add(part);
  sum.add(part);
  EXPECT_EQ(sum.total(0), 4U);
  EXPECT_EQ(sum.share(0, verdict::slower), 0.5);
  EXPECT_EQ(sum.false_share(), 0.5);
  EXPECT_EQ(sum.share(0.02, verdict::slower), 1);
  EXPECT_EQ(sum.share(0.07, verdict::slower), 0);
  EXPECT_EQ(sum.injected(), (std::vector<double>{0, 0.02}));
}

}  // namespace
}  // namespace retime::gate
