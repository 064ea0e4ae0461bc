#include <algorithm>
#include <stdexcept>

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

std::span<const family> families() { return all_families(); }
std::span<const variant> variants() { return all_variants(); }

const family& family_of(const variant& which) {
  const auto found = std::ranges::find(all_families(), which.family, &family::id);
  if (found == all_families().end()) {
    throw std::logic_error("variant " + which.id + " names no registered family: " + which.family);
  }
  return *found;
}

}  // namespace retime
