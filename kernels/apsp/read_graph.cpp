#include "kernels/apsp/read_graph.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

#include "kernels/support/line_reader.h"
#include "kernels/support/user_file.h"

namespace apsp {
namespace {

constexpr std::int64_t most_vertices = 10'000'000;

using retime::line_reader;

bool is_blank_or_comment(const line_reader& at) {
  const auto words = at.words();
  return words.empty() || words[0].starts_with('%');
}

std::int64_t whole_number(const line_reader& at, std::string_view word, const std::string& what) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.begin(), word.end(), value);
  if (error == std::errc::result_out_of_range)
    at.fail(what + " " + retime::quoted(word) + " is too large: at most " +
            std::to_string(most_vertices));
  if (error != std::errc{} || end != word.end())
    at.fail(retime::quoted(word) + " is no " + what + ": a whole number is wanted");
  return value;
}

// The two vertices of a line, given as numbers from `lowest` to `highest`, counted from 0.
arc read_pair(const line_reader& at, std::int64_t lowest, std::int64_t highest) {
  const auto words = at.words();
  if (words.size() > 2)
    at.fail("more than two columns: weights are not supported, each arc has length 1");
  if (words.size() < 2) at.fail("one number: two vertices are wanted");
  const auto number = [&](std::string_view word) {
    const std::int64_t value = whole_number(at, word, "vertex");
    if (value < lowest || value > highest)
      at.fail("vertex " + std::to_string(value) + " is out of range: " + std::to_string(lowest) +
              " to " + std::to_string(highest));
    return static_cast<vertex>(value - lowest);
  };
  return {number(words[0]), number(words[1])};
}

graph build(vertex vertices, const std::vector<arc>& arcs, bool directed) {
  return simple(directed ? directed_graph(vertices, arcs) : undirected_graph(vertices, arcs));
}

graph read_edge_list(line_reader& at, direction wanted) {
  std::vector<arc> arcs;
  vertex vertices = 0;
  do {
    if (is_blank_or_comment(at)) continue;
    arcs.push_back(read_pair(at, 0, most_vertices - 1));
    vertices = std::max({vertices, arcs.back().from + 1, arcs.back().to + 1});
  } while (at.next());
  if (vertices == 0) at.fail("no vertex: at least one line of two vertex numbers is wanted");
  return build(vertices, arcs, wanted == direction::directed);
}

// True if the matrix is symmetric.
bool read_banner(const line_reader& at) {
  const auto words = at.words();
  std::vector<std::string> lower(words.begin(), words.end());
  for (auto& word : lower)
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.size() != 5 || lower[1] != "matrix" || lower[2] != "coordinate")
    at.fail(
        "only '%%MatrixMarket matrix coordinate pattern general' or '... symmetric' can be read");
  if (lower[3] != "pattern")
    at.fail("field " + retime::quoted(lower[3]) +
            ": weights are not supported, each arc has length 1; use 'pattern'");
  if (lower[4] != "general" && lower[4] != "symmetric")
    at.fail("symmetry " + retime::quoted(lower[4]) + ": 'general' or 'symmetric' is wanted");
  return lower[4] == "symmetric";
}

graph read_matrix_market(line_reader& at, direction wanted) {
  const bool symmetric = read_banner(at);
  if (symmetric && wanted == direction::directed)
    at.fail("a symmetric matrix has no directions: directed=no or auto");
  do {
    if (!at.next()) at.fail("ends before its size line 'rows columns entries'");
  } while (is_blank_or_comment(at));
  const auto size = at.words();
  if (size.size() != 3) at.fail("three numbers are wanted here: rows, columns, entries");
  const std::int64_t rows = whole_number(at, size[0], "number of rows");
  const std::int64_t columns = whole_number(at, size[1], "number of columns");
  const std::int64_t entries = whole_number(at, size[2], "number of entries");
  if (rows != columns) at.fail("rows and columns differ: a graph's matrix is square");
  if (rows < 1 || rows > most_vertices)
    at.fail(std::to_string(rows) + " vertices: 1 to " + std::to_string(most_vertices));
  std::vector<arc> arcs;
  while (at.next()) {
    if (!is_blank_or_comment(at)) arcs.push_back(read_pair(at, 1, rows));
  }
  if (std::ssize(arcs) != entries)
    at.fail("holds " + std::to_string(arcs.size()) + " entries, its size line says " +
            std::to_string(entries));
  return build(static_cast<vertex>(rows), arcs, !symmetric && wanted != direction::undirected);
}

}  // namespace

graph read_graph(const std::string& file, direction wanted) {
  line_reader at(file);
  if (!at.next()) at.fail("is empty: an edge list or a Matrix Market file is wanted");
  return at.line().starts_with("%%MatrixMarket") ? read_matrix_market(at, wanted)
                                                 : read_edge_list(at, wanted);
}

}  // namespace apsp
