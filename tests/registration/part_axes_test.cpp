// Axes that parts of a family add, in whatever order parts and family register before main.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "variants/registry.h"

namespace retime {
namespace {

workload_axis axis(const std::string& name) { return {.name = name, .default_value = 1}; }

bool register_in_pieces() {
  family owner{};
  owner.id = "in_pieces";
  owner.axes = {axis("own")};
  owner.resolve = [](point&) {};  // called for all families in a sweep
  add_axes(owner.id, "later_part", {axis("third"), axis("fourth")});
  add(owner, __FILE__);
  return add_axes(owner.id, "early_part", {axis("second")});
}
[[maybe_unused]] const bool added = register_in_pieces();

std::vector<std::string> axes_of(const std::string& id) {
  std::vector<std::string> names;
  for (const auto& each : std::ranges::find(families(), id, &family::id)->axes)
    names.push_back(each.name);
  return names;
}

TEST(PartAxes, FollowTheFamilysOwnInTheOrderOfParts) {
  const std::vector<std::string> expected{"own", "second", "third", "fourth"};
  EXPECT_EQ(axes_of("in_pieces"), expected);
  EXPECT_EQ(axes_of("in_pieces"), expected) << "when asked for again";
}

TEST(PartAxes, APartThatNamesNoFamilyIsAnError) {
  add_axes("nosuch", "lost_part", {axis("lost")});
  try {
    families();
    FAIL() << "accepted";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "lost_part names no registered family: nosuch");
  }
}

TEST(PartAxes, APartOfANameThatIsTakenIsAnError) {
  add_axes("in_pieces", "double", {axis("one")});
  add_axes("in_pieces", "double", {axis("other")});
  try {
    families();
    FAIL() << "accepted";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "in_pieces/double is registered twice");
  }
}

}  // namespace
}  // namespace retime
