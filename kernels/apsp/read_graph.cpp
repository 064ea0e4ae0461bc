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

bool is_blank_or_comment(const line_reader& reader) {
  const auto words = reader.words();
  return words.empty() || words[0].starts_with('%');
}

std::int64_t whole_number(const line_reader& reader, std::string_view word,
                          const std::string& quantity) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.begin(), word.end(), value);
  if (error == std::errc::result_out_of_range)
    reader.fail(quantity + " " + retime::quoted(word) + " is too large: at most " +
                std::to_string(most_vertices));
  if (error != std::errc{} || end != word.end())
    reader.fail(retime::quoted(word) + " is no " + quantity + ": a whole number is wanted");
  return value;
}

// The two vertices of a line, given as numbers from `lowest` to `highest`, counted from 0.
arc read_pair(const line_reader& reader, std::int64_t lowest, std::int64_t highest) {
  const auto words = reader.words();
  if (words.size() > 2)
    reader.fail("more than two columns: weights are not supported, each arc has length 1");
  if (words.size() < 2) reader.fail("one number: two vertices are wanted");
  const auto number = [&](std::string_view word) {
    const std::int64_t value = whole_number(reader, word, "vertex");
    if (value < lowest || value > highest)
      reader.fail("vertex " + std::to_string(value) +
                  " is out of range: " + std::to_string(lowest) + " to " + std::to_string(highest));
    return static_cast<vertex>(value - lowest);
  };
  return {number(words[0]), number(words[1])};
}

graph build(vertex vertices, const std::vector<arc>& arcs, bool directed) {
  return simple(directed ? directed_graph(vertices, arcs) : undirected_graph(vertices, arcs));
}

graph read_edge_list(line_reader& reader, direction requested) {
  std::vector<arc> arcs;
  vertex vertices = 0;
  do {
    if (is_blank_or_comment(reader)) continue;
    arcs.push_back(read_pair(reader, 0, most_vertices - 1));
    vertices = std::max({vertices, arcs.back().from + 1, arcs.back().to + 1});
  } while (reader.next());
  if (vertices == 0) reader.fail("no vertex: at least one line of two vertex numbers is wanted");
  return build(vertices, arcs, requested == direction::directed);
}

// True if the matrix is symmetric.
bool read_banner(const line_reader& reader) {
  const auto words = reader.words();
  std::vector<std::string> lower(words.begin(), words.end());
  for (auto& word : lower)
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.size() != 5 || lower[1] != "matrix" || lower[2] != "coordinate")
    reader.fail(
        "only '%%MatrixMarket matrix coordinate pattern general' or '... symmetric' can be read");
  if (lower[3] != "pattern")
    reader.fail("field " + retime::quoted(lower[3]) +
                ": weights are not supported, each arc has length 1; use 'pattern'");
  if (lower[4] != "general" && lower[4] != "symmetric")
    reader.fail("symmetry " + retime::quoted(lower[4]) + ": 'general' or 'symmetric' is wanted");
  return lower[4] == "symmetric";
}

graph read_matrix_market(line_reader& reader, direction requested) {
  const bool symmetric = read_banner(reader);
  if (symmetric && requested == direction::directed)
    reader.fail("a symmetric matrix has no directions: directed=no or auto");
  do {
    if (!reader.next()) reader.fail("ends before its size line 'rows columns entries'");
  } while (is_blank_or_comment(reader));
  const auto size = reader.words();
  if (size.size() != 3) reader.fail("three numbers are wanted here: rows, columns, entries");
  const std::int64_t rows = whole_number(reader, size[0], "number of rows");
  const std::int64_t columns = whole_number(reader, size[1], "number of columns");
  const std::int64_t entries = whole_number(reader, size[2], "number of entries");
  if (rows != columns) reader.fail("rows and columns differ: a graph's matrix is square");
  if (rows < 1 || rows > most_vertices)
    reader.fail(std::to_string(rows) + " vertices: 1 to " + std::to_string(most_vertices));
  std::vector<arc> arcs;
  while (reader.next()) {
    if (!is_blank_or_comment(reader)) arcs.push_back(read_pair(reader, 1, rows));
  }
  if (std::ssize(arcs) != entries)
    reader.fail("holds " + std::to_string(arcs.size()) + " entries, its size line says " +
                std::to_string(entries));
  return build(static_cast<vertex>(rows), arcs, !symmetric && requested != direction::undirected);
}

}  // namespace

graph read_graph(const std::string& file, direction requested) {
  line_reader reader(file);
  if (!reader.next()) reader.fail("is empty: an edge list or a Matrix Market file is wanted");
  return reader.line().starts_with("%%MatrixMarket") ? read_matrix_market(reader, requested)
                                                     : read_edge_list(reader, requested);
}

}  // namespace apsp
