#include "kernels/carpet/generators.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace carpet {
namespace {

constexpr int largest_side = 1000;

// The paper prints its first set as pictures and only the counts 13, 9, 12 as numbers; of the
// others it prints the occupancy alone. Every pattern here is connected and opens at the middle of
// its four sides, so that any two accessible cells side by side are connected whichever patterns
// replace them.
constexpr const char* sparse_set = R"(
..#..
.###.
#####
.###.
..#..

..#..
..#..
#####
..#..
..#..

..#..
.###.
##.##
.###.
..#..
)";

constexpr const char* medium_set = R"(
.###.
.###.
#####
.###.
.###.

.###.
#####
#.#.#
##.##
.###.

.###.
#.###
#####
#.#.#
.###.
)";

constexpr const char* dense_set = R"(
.###.
#####
#####
#####
.###.
)";

std::string_view trimmed(std::string_view line) {
  constexpr const char* blanks = " \t\r\f\v";
  const auto first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

bool is_comment(std::string_view line) {
  return line.starts_with("//") || line.starts_with(";") || line.starts_with("# ") ||
         line.starts_with("#\t");
}

class parser {
 public:
  explicit parser(std::string name) : name_(std::move(name)) {}

  void line(std::string_view raw) {
    ++line_;
    const std::string_view text = trimmed(raw);
    if (is_comment(text)) return;
    if (text.empty()) {
      finish_pattern();
    } else {
      row(text);
    }
  }

  generator_set finish() {
    finish_pattern();
    if (set_.patterns.empty()) {
      fail(name_ + ": no generator in it; write lines of '#' and '.'");
    }
    bool any = false;
    for (const generator& one : set_.patterns) any = any || one.count > 0;
    if (!any) fail(name_ + ": no generator has an accessible site '#'");
    return std::move(set_);
  }

 private:
  [[noreturn]] static void fail(const std::string& message) { throw retime::bad_input(message); }
  std::string here() const { return name_ + ":" + std::to_string(line_) + ": "; }

  void row(std::string_view text) {
    const auto bad = text.find_first_not_of("#.");
    if (bad != std::string_view::npos) {
      fail(here() + retime::quoted(text.substr(bad, 1)) + " is neither '#' nor '.'");
    }
    if (set_.side == 0) {
      if (text.size() > largest_side) {
        fail(here() + std::to_string(text.size()) + " sites across; at most 1000 are allowed");
      }
      set_.side = static_cast<int>(text.size());
    }
    if (text.size() != static_cast<std::size_t>(set_.side)) {
      fail(here() + std::to_string(text.size()) + " sites where every line must have " +
           std::to_string(set_.side));
    }
    if (++rows_ > set_.side) {
      fail(here() + "more than " + std::to_string(set_.side) +
           " lines in a generator; each is a square, a blank line stands between two");
    }
    for (const char site : text) {
      current_.open.push_back(site == '#');
      current_.count += site == '#';
    }
  }

  void finish_pattern() {
    if (rows_ == 0) return;
    if (rows_ != set_.side) {
      fail(here() + "a generator of " + std::to_string(rows_) + " lines where " +
           std::to_string(set_.side) + " sites across need " + std::to_string(set_.side));
    }
    set_.patterns.push_back(std::move(current_));
    current_ = {};
    rows_ = 0;
  }

  std::string name_;
  int line_ = 0, rows_ = 0;
  generator current_;
  generator_set set_;
};

}  // namespace

generator_set parse_generators(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  parser reader(name);
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    reader.line(text.substr(at, end - at));
    at = end + 1;
  }
  return reader.finish();
}

generator_set read_generators(const std::string& path) {
  retime::require_file(path);
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_generators(text.str(), path);
}

generator_set built_in_generators(double occupancy) {
  if (occupancy == 0.093) return parse_generators(sparse_set, "built-in set 0.093");
  if (occupancy == 0.35) return parse_generators(medium_set, "built-in set 0.35");
  if (occupancy == 0.59) return parse_generators(dense_set, "built-in set 0.59");
  throw retime::bad_input(
      "occupancy must be 0.093, 0.35 or 0.59; name a generators file for another");
}

double mean_occupancy(const generator_set& set, int level) {
  const double open =
      std::accumulate(set.patterns.begin(), set.patterns.end(), 0.0,
                      [](double sum, const generator& one) { return sum + one.count; });
  const double sites = static_cast<double>(set.patterns.size()) * set.side * set.side;
  return std::pow(open / sites, level);
}

}  // namespace carpet
