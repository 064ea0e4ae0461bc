#include <gtest/gtest.h>

#include "variants/registry.h"

namespace retime {
namespace {

workload_axis size() { return {.name = "n", .help = "size", .default_value = std::int64_t{1}}; }

family example(const std::string& id, std::vector<workload_axis> axes = {size()}) {
  family made{};
  made.id = id;
  made.axes = std::move(axes);
  made.source = id + "/family.cpp";
  return made;
}

variant member(const std::string& owner, const std::string& id) {
  variant made{};
  made.family = owner;
  made.id = id;
  made.axes = {tuning("block", {32, 64})};
  made.source = owner + "/" + id + ".cu";
  return made;
}

using lines = std::vector<std::string>;

lines faults_of(variant one) {
  const std::vector<family> families{example("walk")};
  const std::vector<variant> variants{member("walk", "a"), std::move(one)};
  return registration_faults(families, variants);
}

TEST(RegistrationFaults, OfThisProgramAreNone) {
  EXPECT_EQ(registration_faults(families(), variants()), lines{});
}

TEST(RegistrationFaults, NameBothFilesOfAnIdUsedTwice) {
  variant copy = member("walk", "a");
  copy.source = "mine.cu";
  EXPECT_EQ(faults_of(copy),
            lines{"variant walk/a is registered twice: in mine.cu and in walk/a.cu"});
  const std::vector<family> families{example("walk"), example("walk")};
  EXPECT_EQ(registration_faults(families, {}),
            lines{"family walk is registered twice: in walk/family.cpp and in walk/family.cpp"});
}

TEST(RegistrationFaults, NameABaseThatIsNoVariantOfTheFamily) {
  variant one = member("walk", "b");
  one.base = "a";
  EXPECT_EQ(faults_of(one), lines{});
  one.base = "nosuch";
  EXPECT_EQ(faults_of(one), lines{"variant walk/b (walk/b.cu): its base 'nosuch' is no variant of "
                                  "the family (walk/family.cpp)"});
}

TEST(RegistrationFaults, NameAnAxisDeclaredTwice) {
  variant one = member("walk", "b");
  one.axes.push_back(tuning("n", {1}));
  EXPECT_EQ(faults_of(one), lines{"variant walk/b (walk/b.cu): its axis 'n' is an axis of the "
                                  "family (walk/family.cpp)"});
  one.axes = {tuning("block", {32}), tuning("unroll", {1}), tuning("block", {64})};
  EXPECT_EQ(faults_of(one), lines{"variant walk/b (walk/b.cu): declares the axis 'block' twice"});
  const std::vector<family> families{example("walk", {size(), size()})};
  EXPECT_EQ(registration_faults(families, {}),
            lines{"family walk (walk/family.cpp): declares the axis 'n' twice"});
}

TEST(RegistrationFaults, NameAPrintedAxisThatTheVariantHasNot) {
  variant one = member("walk", "b");
  one.printed = {{"block", 256}};
  EXPECT_EQ(faults_of(one), lines{});
  one.printed = {{"block", "256"}, {"unroll", 2}};
  EXPECT_EQ(
      faults_of(one),
      (lines{"variant walk/b (walk/b.cu): its printed point has block=256, and the variant no "
             "such axis",
             "variant walk/b (walk/b.cu): its printed point has unroll=2, and the variant no "
             "such axis"}));
}

TEST(RegistrationFaults, NameAVariantWithoutAFamily) {
  EXPECT_EQ(faults_of(member("xyz", "b")),
            lines{"variant xyz/b (xyz/b.cu): no family 'xyz' is registered"});
}

}  // namespace
}  // namespace retime
