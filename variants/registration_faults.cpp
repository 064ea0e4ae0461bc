#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "variants/registry.h"

namespace retime {
namespace {

std::string full_id(const variant& which) { return which.family + "/" + which.id; }

const family* find_family(std::span<const family> families, const std::string& id) {
  const auto found = std::ranges::find(families, id, &family::id);
  return found == families.end() ? nullptr : &*found;
}

template <class Axis>
std::set<std::string> declared_twice(const std::vector<Axis>& axes) {
  std::set<std::string> seen, twice;
  for (const auto& axis : axes) {
    if (!seen.insert(axis.name).second) twice.insert(axis.name);
  }
  return twice;
}

class fault_finder {
 public:
  fault_finder(std::span<const family> families, std::span<const variant> variants)
      : families_(families), variants_(variants) {}

  std::vector<std::string> find() {
    check_ids(families_, "family", [](const family& one) { return one.id; });
    check_ids(variants_, "variant", full_id);
    for (const auto& one : families_) check_axes(one);
    for (const auto& one : variants_) {
      const family* owner = find_family(families_, one.family);
      if (owner == nullptr) {
        add("variant {} ({}): no family '{}' is registered", full_id(one), one.source, one.family);
        continue;
      }
      check_base(one, *owner);
      check_axes(one, *owner);
      check_printed(one);
    }
    return std::move(faults_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    faults_.push_back(fmt::format(form, std::forward<Args>(args)...));
  }

  /// Two of one id stand side by side.
  template <class T, class Id>
  void check_ids(std::span<const T> ordered, const char* kind, Id id) {
    for (std::size_t i = 1; i < ordered.size(); ++i) {
      if (id(ordered[i - 1]) != id(ordered[i])) continue;
      const auto [first, second] = std::minmax(ordered[i - 1].source, ordered[i].source);
      add("{} {} is registered twice: in {} and in {}", kind, id(ordered[i]), first, second);
    }
  }

  void check_base(const variant& one, const family& owner) {
    if (one.base.empty()) return;
    const auto is_base = [&](const variant& other) {
      return other.family == one.family && other.id == one.base;
    };
    if (std::ranges::none_of(variants_, is_base)) {
      add("variant {} ({}): its base '{}' is no variant of the family ({})", full_id(one),
          one.source, one.base, owner.source);
    }
  }

  void check_axes(const family& one) {
    for (const auto& name : declared_twice(one.axes))
      add("family {} ({}): declares the axis '{}' twice", one.id, one.source, name);
  }

  void check_axes(const variant& one, const family& owner) {
    for (const auto& name : declared_twice(one.axes))
      add("variant {} ({}): declares the axis '{}' twice", full_id(one), one.source, name);
    for (const auto& axis : one.axes) {
      if (std::ranges::count(owner.axes, axis.name, &workload_axis::name) > 0) {
        add("variant {} ({}): its axis '{}' is an axis of the family ({})", full_id(one),
            one.source, axis.name, owner.source);
      }
    }
  }

  /// A value of another type would never equal the axis's.
  void check_printed(const variant& one) {
    for (const auto& [name, value] : one.printed) {
      const auto axis = std::ranges::find(one.axes, name, &tuning_axis::name);
      if (axis == one.axes.end() || axis->default_value.index() != value.index()) {
        add("variant {} ({}): its printed point has {}={}, and the variant no such axis",
            full_id(one), one.source, name, to_text(value));
      }
    }
  }

  std::span<const family> families_;
  std::span<const variant> variants_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> registration_faults(std::span<const family> families,
                                             std::span<const variant> variants) {
  return fault_finder(families, variants).find();
}

}  // namespace retime
