// Input that cannot be run is refused by one line that names it and says what would be right.
#include "kernels/support/bad_input.h"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/support/npy.h"
#include "tests/cahn_hilliard/fields.h"
#include "tests/scratch_folder.h"

namespace cahn_hilliard {
namespace {

std::string refusal(const settings& s) {
  try {
    check(s);
  } catch (const retime::bad_input& error) {
    EXPECT_THROW(make_problem(s), retime::bad_input);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "accepted";
}

TEST(CahnHilliardBadInput, IsRefusedByOneLine) {
  const std::pair<settings, const char*> cases[] = {
      {{.dt = 0.026}, "dt=0.026 is unstable: the fastest mode asks for dt <= 0.025 "},
      {{.dt = 0.025}, "accepted"},
      {{.n = 8, .dim = 3, .dt = 0.0125}, "dt <= 0.0119"},
      {{.dt = 0.025, .noise = 1.5}, "unstable"},  // stiffer beyond the wells
      {{.dt = 0.025, .k = 2}, "k=2"},
      {{.n = 4}, "n=4: the stencil spans 5 cells; give n=5 or more"},
      {{.n = 5}, "accepted"},
      {{.initial = "mode=1:2:0.1"}, "accepted"},
      {{.n = 16, .dim = 3, .initial = "mode=1:2:1"}, "mode=KX:KY:KZ:A"},
  };
  for (const auto& [s, says] : cases)
    EXPECT_NE(refusal(s).find(says), std::string::npos) << refusal(s);
  for (const char* initial :
       {"mode=1:2", "mode=", "mode=1:2:3:0.1", "mode=1:x:0.1", "mode=-1:2:0.1", "mode=1:2:nan",
        "mode=1:129:0.1", "mode=1:2:0.1:", "noisy", ""}) {
    const std::string why = refusal({.initial = initial});
    EXPECT_NE(why.find("give "), std::string::npos) << initial << ": " << why;
  }
}

TEST(CahnHilliardBadInput, IsFoundWithoutTheMemoryOfARun) {
  for (const char* initial : {"noise", "mode=1:2:3:0.01"})
    EXPECT_NO_THROW(check({.n = 32768, .dim = 3, .initial = initial}));  // 140 TB
  EXPECT_THROW(check({.n = 32768, .dim = 3, .initial = "mode=1:2:3:5"}), retime::bad_input);
}

TEST(CahnHilliardBadInput, InAFile) {
  const tests::scratch_folder folder;
  settings s = double_precision(6, 1);
  s.initial = (folder / "field.npy").string();
  std::vector<double> values(36, 0.25);
  const auto write = [&](std::vector<std::size_t> shape) {
    retime::write_npy(s.initial, shape, values);
  };
  write({6, 6});
  EXPECT_EQ(doubles(make_problem(s).start), values);
  write({36});
  EXPECT_NE(refusal(s).find("its shape is 36, but n=6 and dim=2 ask for 6 x 6"), std::string::npos);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  write({6, 6});
  EXPECT_NE(refusal(s).find("element 7 is nan"), std::string::npos) << refusal(s);
}

}  // namespace
}  // namespace cahn_hilliard
