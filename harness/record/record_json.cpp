#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/files/json_input.h"
#include "harness/files/json_output.h"
#include "harness/record/members.h"

namespace retime {
namespace {

using nlohmann::json;

using record_members::either;
using record_members::words;

class record_writer {
 public:
  /// `is_outline`: of every part, whether it is there or not.
  record_writer(json& into, bool is_outline) : into_(into), is_outline_(is_outline) {}

  template <class T, class... Rule>
  void required(const char* name, const T& value, const Rule&... rule) {
    into_[name] = written(value, rule...);
  }
  template <class T, class... Rule>
  void optional(const char* name, const T& value, const Rule&... rule) {
    required(name, value, rule...);
  }
  template <class T, class... Rule>
  void where_known(const char* name, const T& value, const Rule&... rule) {
    if (is_known(value) || is_outline_) required(name, value, rule...);
  }
  void answer(const char* name, double value) { required(name, value); }
  void elapsed(const char* name, const std::optional<double>& time_ns) {
    required(name, time_ns && *time_ns >= 0 ? time_ns : std::nullopt);
  }
  void flag(const char* name, const std::optional<bool>& value) {
    into_[name] = value.value_or(false);
  }
  template <class T>
  void constant(const char* name, const T& value) {
    into_[name] = value;
  }
  template <class Value>
  void derived(const char* name, const Value& value) {
    into_[name] = is_outline_ ? json() : finite(value());
  }

  template <class Members>
  void part(const char* name, const Members& members) {
    record_writer inner(into_[name] = json::object(), is_outline_);
    members(inner);
  }
  template <class Members>
  void part_where(const char* name, bool is_there, const Members& members) {
    if (is_there || is_outline_)
      part(name, members);
    else
      into_[name] = nullptr;
  }
  template <class Members>
  void part_where_known(const char* name, bool is_known, const Members& members) {
    if (is_known || is_outline_) part(name, members);
  }
  template <class T, class Members>
  void part_if(const char* name, const std::optional<T>& value, const Members& members) {
    part_where(name, value.has_value(), [&](auto& inner) { members(inner, value_of(value)); });
  }
  template <class T, class Members>
  void part_of(const char* name, const std::optional<T>& value, const Members& members) {
    part_if(name, value, members);
  }
  template <class T, class Members>
  void beside(const char*, const std::optional<T>& value, const Members& members) {
    if (value || is_outline_) members(*this, value_of(value));
  }
  template <class T, class Members>
  void list(const char* name, const std::vector<T>& values, const Members& members) {
    json& all = into_[name] = json::array();
    const auto add = [&](const T& value) {
      record_writer inner(all.emplace_back(json::object()), is_outline_);
      members(inner, value);
    };
    for (const T& value : values) add(value);
    if (is_outline_) add(T{});
  }
  void answers(const char* name, const observables& answers) {
    json& values = into_[name] = json::object();
    for (const auto& [number, value] : answers.numbers) values[number] = finite(value);
    for (const auto& [curve, along] : answers.along) {
      values[curve + (answers.numbers.contains(curve) ? "_series" : "")] = object(
          {{"x_name", along.x_name}, {"x", finite_list(along.x)}, {"y", finite_list(along.y)}});
    }
  }
  /// To a tenth of a nanosecond, which no clock here resolves: keeps the lines short.
  void samples(const char* name, const std::optional<recorded_times>& times) {
    json& all = into_[name] = json::array();
    if (!times) return;
    for (const double sample_ns : times->samples_ns)
      all.push_back(finite(std::round(sample_ns * 10) / 10));
  }

 private:
  static json finite_list(const std::vector<double>& values) {
    json all = json::array();
    for (const double value : values) all.push_back(finite(value));
    return all;
  }
  template <class T>
  static const T& value_of(const std::optional<T>& value) {
    static const T none{};
    return value ? *value : none;
  }
  template <class T>
  static bool is_known(const std::optional<T>& value) {
    return value.has_value();
  }
  static bool is_known(const std::string& text) { return !text.empty(); }

  template <class T>
  static json written(const T& value) {
    return value;
  }
  static json written(double value) { return finite(value); }
  static json written(const std::map<std::string, axis_value>& values) {
    return retime::to_json(values);
  }
  template <class T>
  static json written(const std::optional<T>& value) {
    return value ? written(*value) : json();
  }
  template <class T, class Rule>
  static json written(const T& value, const Rule&) {
    return written(value);
  }
  template <class T>
  static json written(const T& value, const words<T>& texts) {
    return texts.text(value);
  }
  static json written(bool value, const either& texts) {
    return value ? texts.if_true : texts.if_false;
  }

  json& into_;
  bool is_outline_;
};

class record_reader {
 public:
  /// `place`: of the object, as faults name it.
  record_reader(const json& holder, std::string place)
      : holder_(holder), place_(std::move(place)) {}

  template <class T, class... Rule>
  void required(const char* name, T& into, const Rule&... rule) const {
    if (value_of(name).is_null()) throw bad_input(place_of(name) + " is missing");
    optional(name, into, rule...);
  }
  template <class T, class... Rule>
  void optional(const char* name, T& into, const Rule&... rule) const {
    const json& value = value_of(name);
    if (value.is_null()) return;
    try {
      read(value, "", into, rule...);
    } catch (const bad_input&) {
      read(value, place_of(name), into, rule...);  // the name of each place would cost a tenth
    }
  }
  template <class T, class... Rule>
  void where_known(const char* name, T& into, const Rule&... rule) const {
    optional(name, into, rule...);
  }
  void answer(const char* name, double& into) const {
    into = std::numeric_limits<double>::quiet_NaN();
    optional(name, into);
  }
  void elapsed(const char* name, std::optional<double>& into) const {
    optional(name, into, record_members::duration);
  }
  void flag(const char* name, std::optional<bool>& into) const { optional(name, into); }
  template <class T>
  void constant(const char*, const T&) const {}
  template <class Value>
  void derived(const char*, const Value&) const {}

  template <class Members>
  void part(const char* name, const Members& members) const {
    const json& value = value_of(name);
    if (value.is_null()) return;
    std::string place = place_of(name);
    fields::object(value, place);
    record_reader inner(value, std::move(place));
    members(inner);
  }
  template <class Members>
  void part_where(const char* name, bool, const Members& members) const {
    part(name, members);
  }
  template <class Members>
  void part_where_known(const char* name, bool, const Members& members) const {
    part(name, members);
  }
  template <class T, class Members>
  void part_if(const char* name, std::optional<T>& into, const Members& members) const {
    part(name, [&](auto& inner) { members(inner, into.emplace()); });
  }
  template <class T, class Members>
  void part_of(const char* name, std::optional<T>& into, const Members& members) const {
    if (into) part(name, [&](auto& inner) { members(inner, *into); });
  }
  template <class T, class Members>
  void beside(const char* first, std::optional<T>& into, const Members& members) const {
    if (!value_of(first).is_null()) members(*this, into.emplace());
  }
  template <class T, class Members>
  void list(const char* name, std::vector<T>& into, const Members& members) const {
    const json& values = value_of(name);
    if (values.is_null()) return;
    for (const json& value : fields::array(values, place_of(name))) {
      const record_reader entry(fields::object(value, "an entry of " + place_of(name)), "");
      members(entry, into.emplace_back());
    }
  }
  void answers(const char* name, observables& into) const {
    part(name, [&](const record_reader& inner) {
      for (const auto& [answer, value] : inner.holder_.items()) {
        const std::string place = inner.place_of(shown_name(answer));
        if (value.is_object())
          into.along[answer] = record_reader(value, place).as_series();
        else
          into.numbers[answer] = number_or_nan(value, place);
      }
    });
  }
  void samples(const char* name, std::optional<recorded_times>& into) const {
    const json& values = value_of(name);
    if (!into || values.is_null()) return;
    const std::string place = "an entry of " + place_of(name);
    for (const json& sample : fields::array(values, place_of(name)))
      into->samples_ns.push_back(fields::duration(sample, place));
  }

 private:
  std::string place_of(const std::string& name) const { return place_ + "/" + name; }
  const json& value_of(const char* name) const {
    static const json null;
    const auto value = holder_.find(std::string_view(name));
    return value == holder_.end() ? null : *value;
  }

  static double number_or_nan(const json& value, const std::string& place) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                           : fields::as<double>(value, place);
  }
  series as_series() const {
    series along;
    optional("x_name", along.x_name);
    for (const auto& [name, numbers] : {std::pair("x", &along.x), {"y", &along.y}}) {
      const json& values = value_of(name);
      if (values.is_null()) continue;
      const std::string place = "an entry of " + place_of(name);
      for (const json& value : fields::array(values, place_of(name)))
        numbers->push_back(number_or_nan(value, place));
    }
    return along;
  }

  template <class T>
  static void read(const json& value, const std::string& place, T& into) {
    into = fields::as<T>(value, place);
  }
  static void read(const json& value, const std::string& place, std::vector<std::string>& into) {
    for (const json& entry : fields::array(value, place))
      into.push_back(fields::as<std::string>(entry, place));
  }
  static void read(const json& value, const std::string& place,
                   std::map<std::string, axis_value>& into) {
    for (const auto& [name, entry] : fields::object(value, place).items())
      into[name] = axis_value_from(entry, place + "/" + shown_name(name));
  }
  static void read(const json& value, const std::string& place, std::array<unsigned, 3>& into) {
    fields::expect(value.is_array() && value.size() == into.size(), value, place, "three numbers");
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = fields::as<unsigned>(value[i], place);
  }
  template <class T>
  static void read(const json& value, const std::string& place, std::optional<T>& into) {
    read(value, place, into.emplace());
  }
  template <class T, class Rule>
  static void read(const json& value, const std::string& place, std::optional<T>& into,
                   const Rule& rule) {
    read(value, place, into.emplace(), rule);
  }
  template <class T, class Rule>
  static void read(const json& value, const std::string& place, T& into, const Rule& rule) {
    into = fields::as<T>(value, place);
    rule(into, place);
  }
  template <class T>
  static void read(const json& value, const std::string& place, T& into, const words<T>& texts) {
    const auto named = texts.value(fields::as<std::string>(value, place));
    fields::expect(named.has_value(), value, place, texts.right);
    into = *named;
  }
  static void read(const json& value, const std::string& place, bool& into, const either& texts) {
    const auto text = fields::as<std::string>(value, place);
    fields::expect(text == texts.if_true || text == texts.if_false, value, place,
                   fmt::format("{} or {}", texts.if_true, texts.if_false));
    into = text == texts.if_true;
  }

  const json& holder_;
  std::string place_;
};

/// A median between the ends of its interval.
void check_interval(double low_ns, double median_ns, double high_ns) {
  if (low_ns <= median_ns && median_ns <= high_ns) return;
  throw bad_input(
      fmt::format("/ci_low_ns {}, /median_ns {}, /ci_high_ns {}: a median lies within its interval",
                  low_ns, median_ns, high_ns));
}

/// How members of a record's times go together.
void check_times(const recorded_times& times) {
  const statistics& stats = times.stats;
  if (stats.min_ns > stats.max_ns)
    throw bad_input(fmt::format("/statistics/min_ns is {}, above /statistics/max_ns, {}",
                                stats.min_ns, stats.max_ns));
  check_interval(stats.ci_low_ns, stats.median_ns, stats.ci_high_ns);
  for (const auto& process : times.processes)
    check_interval(process.ci_low_ns, process.median_ns, process.ci_high_ns);
  // A run that is kept for comparisons may have left them out (results/pack.py --archive).
  if (times.samples_ns.empty() && times.processes.empty())
    throw bad_input("/samples_ns is empty beside /statistics, which are of one process");
}

}  // namespace

void require_version(const json& line) {
  const json& version = fields::value_at(line, "/schema_version");
  if (version.is_number_integer() && version == schema_version) return;
  throw bad_input(
      fmt::format("schema_version is {}; this program reads {}", shown(version), schema_version));
}

json to_json(const recorded_case& result) {
  json line = json::object();
  record_writer writer(line, false);
  record_members::of_case(writer, result);
  return line;
}

json record_outline() {
  json outline = json::object();
  record_writer writer(outline, true);
  const recorded_case none;
  record_members::of_case(writer, none);
  return outline;
}

recorded_case case_of(const json& record) {
  require_version(record);
  recorded_case result;
  record_reader reader(record, "");
  record_members::of_case(reader, result);
  if (result.paper.empty()) result.printed.reset();
  if (!result.times) return result;
  recorded_times& times = *result.times;
  check_times(times);
  add_clocks(times);
  // Records of earlier builds name no processes: they are of one.
  if (times.processes.empty())
    times.processes.push_back({.median_ns = times.stats.median_ns,
                               .ci_low_ns = times.stats.ci_low_ns,
                               .ci_high_ns = times.stats.ci_high_ns});
  return result;
}

}  // namespace retime
