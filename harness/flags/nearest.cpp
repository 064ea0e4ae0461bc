#include "harness/flags/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace retime {
namespace {

constexpr std::size_t longest_word = 64;

/// Letters to insert, to leave out, to change, or to swap with the next.
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = std::move(row);
    row.assign(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string found;
  if (word.size() > longest_word) return found;
  std::size_t fewest = std::min<std::size_t>(2, word.size() / 2) + 1;
  for (const auto& one : known) {
    const std::size_t slips = slips_between(word, one);
    if (slips >= fewest) continue;
    fewest = slips;
    found = one;
  }
  return found;
}

}  // namespace retime
