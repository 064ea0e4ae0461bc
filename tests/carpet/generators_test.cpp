// Generator files: what is read, and what each kind of mistake is answered with.
#include "kernels/carpet/generators.h"

#include <gtest/gtest.h>

#include "kernels/support/bad_input.h"

namespace carpet {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_generators(text, "set.txt");
  } catch (const retime::bad_input& error) {
    return error.what();
  }
  return "no error";
}

std::vector<int> counts(const generator_set& set) {
  std::vector<int> all;
  for (const generator& pattern : set.patterns) all.push_back(pattern.count);
  return all;
}

TEST(CarpetGenerators, BuiltInSetsHaveThePapersCounts) {
  EXPECT_EQ(counts(built_in_generators(0.093)), (std::vector{13, 9, 12}));
  EXPECT_EQ(counts(built_in_generators(0.35)), (std::vector{17, 18, 18}));
  EXPECT_EQ(counts(built_in_generators(0.59)), (std::vector{21}));
  EXPECT_NEAR(mean_occupancy(built_in_generators(0.093), 3), 0.0932, 5e-5);
  EXPECT_NEAR(mean_occupancy(built_in_generators(0.35), 3), 0.3529, 5e-5);
  EXPECT_NEAR(mean_occupancy(built_in_generators(0.59), 3), 0.5927, 5e-5);
  EXPECT_THROW(built_in_generators(0.4), retime::bad_input);
}

TEST(CarpetGenerators, ReadsRowsAndPatterns) {
  const generator_set set = parse_generators("#.\n.#\n\n##\n#.\n", "set.txt");
  ASSERT_EQ(set.side, 2);
  ASSERT_EQ(set.patterns.size(), 2u);
  EXPECT_EQ(set.patterns[0].open, (std::vector<unsigned char>{1, 0, 0, 1}));
  EXPECT_EQ(set.patterns[1].open, (std::vector<unsigned char>{1, 1, 1, 0}));
}

TEST(CarpetGenerators, LayoutDoesNotMatter) {
  const generator_set plain = parse_generators("#.\n.#\n\n##\n#.\n", "set.txt");
  for (const char* text : {
           "#.\r\n.#\r\n\r\n##\r\n#.\r\n",                     // lines as Windows ends them
           "\n\n#.\n.#\n\n \t \n\n##\n#.",                     // more blank lines, no last newline
           "  #.  \n  .#\n\n\t##\n\t#.\n",                     // blanks at the ends of lines
           "// two\n#.\n; inside\n.#\n\n# another\n##\n#.\n",  // comments
           "\xef\xbb\xbf#.\n.#\n\n##\n#.\n",                   // a byte order mark
       }) {
    const generator_set set = parse_generators(text, "set.txt");
    ASSERT_EQ(set.patterns.size(), 2u) << text;
    EXPECT_EQ(set.patterns[0].open, plain.patterns[0].open) << text;
    EXPECT_EQ(set.patterns[1].open, plain.patterns[1].open) << text;
  }
}

TEST(CarpetGenerators, NamesFileLineAndRemedy) {
  EXPECT_EQ(error_of("; nothing\n\n"), "set.txt: no generator in it; write lines of '#' and '.'");
  EXPECT_EQ(error_of("..\n..\n"), "set.txt: no generator has an accessible site '#'");
  EXPECT_EQ(error_of("#.\n.#\n\n#x\n..\n"), "set.txt:4: 'x' is neither '#' nor '.'");
  EXPECT_EQ(error_of("##.\n#.\n###\n"), "set.txt:2: 2 sites where every line must have 3");
  EXPECT_EQ(error_of("##\n##\n\n###\n###\n###\n"),
            "set.txt:4: 3 sites where every line must have 2");
  EXPECT_EQ(error_of("##\n##\n##\n").substr(0, 35), "set.txt:3: more than 2 lines in a g");
  EXPECT_EQ(error_of("###\n###\n\n###\n###\n###\n"),
            "set.txt:3: a generator of 2 lines where 3 sites across need 3");
  EXPECT_EQ(error_of(std::string(1001, '#')),
            "set.txt:1: 1001 sites across; at most 1000 are allowed");
}

}  // namespace
}  // namespace carpet
