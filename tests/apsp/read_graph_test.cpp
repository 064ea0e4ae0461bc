// Files of both formats, and what is said of those that are neither.
#include "kernels/apsp/read_graph.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"

namespace {

using apsp::direction;

class ApspReadGraph : public testing::Test {
 protected:
  apsp::graph read(const std::string& text, direction requested = direction::from_file) {
    return apsp::read_graph(folder_.write("graph.txt", text), requested);
  }

  /// What is said of it, after "<file>".
  std::string complaint(const std::string& text, direction requested = direction::from_file) {
    const std::string name = (folder_ / "graph.txt").string();
    try {
      read(text, requested);
    } catch (const retime::bad_input& error) {
      const std::string said = error.what();
      EXPECT_EQ(said.find('\n'), std::string::npos);
      EXPECT_TRUE(said.starts_with(name)) << said;
      return said.substr(name.size());
    }
    return "nothing thrown";
  }

  const tests::scratch_folder folder_;
};

TEST_F(ApspReadGraph, EdgeListsInTheirHabitsOfWriting) {
  const apsp::graph plain =
      read("# a comment\n0 1\n\n1\t2\r\n 3,1 # and another\n% another\n2 1\n3 3\n");
  EXPECT_EQ(plain.vertices(), 4);
  EXPECT_FALSE(plain.directed);
  EXPECT_EQ(plain.targets, (std::vector<apsp::vertex>{1, 0, 2, 3, 1, 1}))
      << "repeats once, loops dropped";
  const apsp::graph directed = read("0 1\n1 0\n1 2\n", direction::directed);
  EXPECT_EQ(directed.targets, (std::vector<apsp::vertex>{1, 0, 2}));
  EXPECT_TRUE(directed.directed);
  EXPECT_EQ(read("\xef\xbb\xbf" + std::string("0 1\n")).vertices(), 2) << "a byte order mark";
  EXPECT_EQ(read("5 5").vertices(), 6) << "no newline at the end; vertices without an arc";
}

TEST_F(ApspReadGraph, MatrixMarket) {
  const std::string banner = "%%MatrixMarket matrix coordinate pattern ";
  const apsp::graph general = read(banner + "general\n% c\n3 3 2\n1 2\n3 2\n");
  EXPECT_TRUE(general.directed);
  EXPECT_EQ(general.targets, (std::vector<apsp::vertex>{1, 1}));
  EXPECT_EQ(read(banner + "symmetric\n3 3 2\n2 1\n3 2\n").targets,
            (std::vector<apsp::vertex>{1, 0, 2, 1}));
  EXPECT_EQ(read(banner + "general\n3 3 1\n1 2\n", direction::undirected).arcs(), 2);
  EXPECT_EQ(read("%%MatrixMarket MATRIX Coordinate pattern General\n5 5 0\n").vertices(), 5);
}

TEST_F(ApspReadGraph, SaysWhatIsWrongAndWhere) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern ",
                    general = pattern + "general\n";
  const std::pair<std::string, std::string> wrong[] = {
      {"", ": is empty: an edge list or a Matrix Market file is wanted"},
      {"# nothing\n", ", line 1: no vertex: at least one line of two vertex numbers is wanted"},
      {"0 1\n1 -2\n", ", line 2: vertex -2 is out of range: 0 to 9999999"},
      {"0 1\n1 10000000\n", ", line 2: vertex 10000000 is out of range: 0 to 9999999"},
      {"0 99999999999999999999\n",
       ", line 1: vertex '99999999999999999999' is too large: at most 10000000"},
      {"0 1 2.5\n",
       ", line 1: more than two columns: weights are not supported, each arc has length 1"},
      {"0\n", ", line 1: one number: two vertices are wanted"},
      {"a b\n", ", line 1: 'a' is no vertex: a whole number is wanted"},
      {"0 1x\n", ", line 1: '1x' is no vertex: a whole number is wanted"},
      {"0 1.5\n", ", line 1: '1.5' is no vertex: a whole number is wanted"},
      {{"\0\1\2", 3}, ", line 1: one number: two vertices are wanted"},
      {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n",
       ", line 1: field 'real': weights are not supported, each arc has length 1; use 'pattern'"},
      {"%%MatrixMarket matrix array pattern general\n",
       ", line 1: only '%%MatrixMarket matrix coordinate pattern general' or '... symmetric' can "
       "be read"},
      {pattern + "hermitian\n",
       ", line 1: symmetry 'hermitian': 'general' or 'symmetric' is wanted"},
      {general, ", line 1: ends before its size line 'rows columns entries'"},
      {general + "2 3 1\n1 2\n", ", line 2: rows and columns differ: a graph's matrix is square"},
      {general + "0 0 0\n", ", line 2: 0 vertices: 1 to 10000000"},
      {general + "2 2 1\n0 1\n", ", line 3: vertex 0 is out of range: 1 to 2"},
      {general + "2 2 1\n1 3\n", ", line 3: vertex 3 is out of range: 1 to 2"},
      {general + "2 2 2\n1 2\n", ", line 3: holds 1 entries, its size line says 2"}};
  for (const auto& [text, said] : wrong) EXPECT_EQ(complaint(text), said);
  EXPECT_EQ(complaint(pattern + "symmetric\n2 2 1\n2 1\n", direction::directed),
            ", line 1: a symmetric matrix has no directions: directed=no or auto");
  EXPECT_THROW(apsp::read_graph("/no/such/graph.txt"), retime::bad_input);
  EXPECT_THROW(apsp::read_graph(std::filesystem::temp_directory_path().string()),
               retime::bad_input);
}

}  // namespace
