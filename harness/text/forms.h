// Forms by which a file adds to the program: commands, strategies, objectives, exports, ...
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace retime {

/// Those of one kind, ordered by `id`. Files add to them as initialisers of their statics.
template <class Form>
class forms {
 public:
  /// Throws std::logic_error where the id is taken.
  static bool add(Form form) {
    auto& forms = mutable_forms();
    const auto place = std::ranges::lower_bound(forms, form.id, {}, &Form::id);
    if (place != forms.end() && place->id == form.id)
      throw std::logic_error("'" + form.id + "' is registered twice");
    forms.insert(place, std::move(form));
    return true;
  }
  static std::span<const Form> all() { return mutable_forms(); }
  /// Null where there is none.
  static const Form* find(const std::string& id) {
    const auto place = std::ranges::find(mutable_forms(), id, &Form::id);
    return place == mutable_forms().end() ? nullptr : &*place;
  }
  /// "csv, junit, nvbench"
  static std::string ids(const char* separator = ", ") {
    std::string text;
    for (const auto& form : all()) text += (text.empty() ? "" : separator) + form.id;
    return text;
  }

 private:
  static std::vector<Form>& mutable_forms() {
    static std::vector<Form> forms;
    return forms;
  }
};

}  // namespace retime
