#include "kernels/carpet/generators.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace carpet {
namespace {

constexpr std::size_t most_across = 1000;

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

}  // namespace

generator_set parse_generators(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  generator_set set;
  int number = 0;               // of the line
  std::size_t rows = 0, n = 0;  // of the pattern so far, and of all patterns
  const auto fail = [&](const std::string& why) {
    throw retime::bad_input(name + ":" + std::to_string(number) + ": " + why);
  };
  const auto finish_pattern = [&] {
    if (rows != 0 && rows != n) {
      fail("a generator of " + std::to_string(rows) + " lines where " + std::to_string(n) +
           " sites across need " + std::to_string(n));
    }
    rows = 0;
  };
  std::istringstream lines{std::string(text)};
  for (std::string raw; std::getline(lines, raw);) {
    ++number;
    const std::string_view line = trimmed(raw);
    if (is_comment(line)) continue;
    if (line.empty()) {
      finish_pattern();
      continue;
    }
    if (const auto bad = line.find_first_not_of("#."); bad != std::string_view::npos)
      fail(retime::quoted(line.substr(bad, 1)) + " is neither '#' nor '.'");
    if (n == 0) n = line.size();
    if (n > most_across) fail(std::to_string(n) + " sites across; at most 1000 are allowed");
    if (line.size() != n) {
      fail(std::to_string(line.size()) + " sites where every line must have " + std::to_string(n));
    }
    if (rows == n) {
      fail("more than " + std::to_string(n) +
           " lines in a generator; each is a square, a blank line stands between two");
    }
    if (rows++ == 0) set.patterns.emplace_back();
    generator& current = set.patterns.back();
    for (const char site : line) current.open.push_back(site == '#');
    current.count += static_cast<int>(std::ranges::count(line, '#'));
  }
  finish_pattern();
  set.side = static_cast<int>(n);
  if (set.patterns.empty())
    throw retime::bad_input(name + ": no generator in it; write lines of '#' and '.'");
  if (std::ranges::none_of(set.patterns, &generator::count))
    throw retime::bad_input(name + ": no generator has an accessible site '#'");
  return set;
}

generator_set read_generators(const std::string& path) {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{16} << 20;  // 16 patterns of the largest
  retime::require_file(path);
  std::error_code failed;
  if (std::filesystem::file_size(path, failed) > most_bytes && !failed)
    throw retime::bad_input(retime::printable(path) +
                            ": larger than 16 MiB, the most that is read");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_generators(text.str(), retime::printable(path));
}

generator_set built_in_generators(double occupancy) {
  if (occupancy == 0.093) return parse_generators(sparse_set, "built-in set");
  if (occupancy == 0.35) return parse_generators(medium_set, "built-in set");
  if (occupancy == 0.59) return parse_generators(dense_set, "built-in set");
  throw retime::bad_input(
      "occupancy must be 0.093, 0.35 or 0.59; name a generators file for another");
}

double mean_occupancy(const generator_set& set, int level) {
  double open = 0;
  for (const generator& pattern : set.patterns) open += pattern.count;
  return std::pow(open / (static_cast<double>(set.patterns.size()) * set.side * set.side), level);
}

}  // namespace carpet
