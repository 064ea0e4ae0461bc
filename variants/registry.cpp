#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "variants/form.h"

namespace retime {
namespace {

// Function-local statics: registration runs before main, in no known order of files.
std::vector<family>& all_families() {
  static std::vector<family> families;
  return families;
}

std::vector<variant>& all_variants() {
  static std::vector<variant> variants;
  return variants;
}

struct part_axes {
  std::string family, part;
  std::vector<workload_axis> axes;
};

std::vector<part_axes>& all_part_axes() {
  static std::vector<part_axes> axes;
  return axes;
}

/// All families, complete with their parts' axes: not before main.
std::vector<family>& complete_families() {
  auto parts = std::exchange(all_part_axes(), {});
  const auto name = [](const part_axes& p) { return p.family + "/" + p.part; };
  const auto twice = std::ranges::adjacent_find(parts, {}, name);
  if (twice != parts.end()) throw std::logic_error(name(*twice) + " is registered twice");
  for (auto& added : parts) {
    const auto owner = std::ranges::find(all_families(), added.family, &family::id);
    if (owner == all_families().end())
      throw std::logic_error(added.part + " names no registered family: " + added.family);
    std::ranges::move(added.axes, std::back_inserter(owner->axes));
  }
  return all_families();
}

/// Two of one id stand side by side, for registration_faults() to find: nobody could catch what is
/// thrown here.
template <class T, class Key>
void insert_sorted(std::vector<T>& into, T item, Key key) {
  into.insert(std::ranges::upper_bound(into, key(item), {}, key), std::move(item));
}

}  // namespace

bool add(family added, const char* source) {
  added.source = source;
  insert_sorted(all_families(), std::move(added), [](const family& f) { return f.id; });
  return true;
}

bool add(variant added, const char* source) {
  added.source = source;
  insert_sorted(all_variants(), std::move(added),
                [](const variant& v) { return v.family + "/" + v.id; });
  return true;
}

bool add_axes(std::string family, std::string part, std::vector<workload_axis> axes) {
  insert_sorted(all_part_axes(), part_axes{std::move(family), std::move(part), std::move(axes)},
                [](const part_axes& p) { return p.family + "/" + p.part; });
  return true;
}

std::span<const family> families() { return complete_families(); }
std::span<const variant> variants() { return all_variants(); }

const family& family_of(const variant& which) {
  const auto found = std::ranges::find(complete_families(), which.family, &family::id);
  if (found == all_families().end()) {
    throw std::logic_error("variant " + which.id + " names no registered family: " + which.family);
  }
  return *found;
}

}  // namespace retime
