// Input that cannot be run is refused by one line that names it and says what would be right.
#include "kernels/support/bad_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <stdexcept>

#include "kernels/cahn_hilliard/npy.h"
#include "tests/cahn_hilliard/fields.h"
#include "tests/scratch_folder.h"
#include "variants/form.h"

namespace cahn_hilliard {
namespace {

std::string refusal(const settings& s) {
  try {
    check(s);
  } catch (const retime::bad_input& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.find('\n'), line.npos);
    EXPECT_THROW(make_problem(s), retime::bad_input);
    return line;
  }
  return "accepted";
}

#define EXPECT_NAMES(line, part) EXPECT_NE((line).find(part), std::string::npos) << (line)

TEST(CahnHilliardBadInput, IsFoundWithoutTheMemoryOfARun) {
  settings s;
  s.dim = 3, s.n = 32768;  // 140 TB
  for (const char* initial : {"noise", "mode=1:2:3:0.01"}) {
    s.initial = initial;
    EXPECT_NO_THROW(check(s));
  }
  s.initial = "mode=1:2:3:5";
  EXPECT_THROW(check(s), retime::bad_input);
}

TEST(CahnHilliardBadInput, UnstableTimeSteps) {
  settings s;
  s.dt = 0.026;
  EXPECT_NAMES(refusal(s), "dt=0.026 is unstable");
  EXPECT_NAMES(refusal(s), "dt <= 0.025 ");
  s.dt = 0.025;
  EXPECT_EQ(refusal(s), "accepted");
  s.dim = 3, s.n = 8, s.dt = 0.0125;
  EXPECT_NAMES(refusal(s), "dt <= 0.0119");
  s.dim = 2, s.dt = 0.025, s.noise = 1.5;  // beyond the wells, stiffer
  EXPECT_NAMES(refusal(s), "unstable");
  s.noise = 0.1, s.k = 2;
  EXPECT_NAMES(refusal(s), "k=2");
}

TEST(CahnHilliardBadInput, FieldsBelowTheStencil) {
  settings s;
  s.n = 4;
  EXPECT_NAMES(refusal(s), "n=4");
  EXPECT_NAMES(refusal(s), "n=5 or more");
  s.n = 5;
  EXPECT_EQ(refusal(s), "accepted");
}

TEST(CahnHilliardBadInput, MalformedInitials) {
  settings s;
  for (const char* wrong : {"mode=1:2", "mode=", "mode=1:2:3:0.1", "mode=1:x:0.1", "mode=-1:2:0.1",
                            "mode=1:2:nan", "mode=1:129:0.1", "mode=1:2:0.1:", "noisy", ""}) {
    s.initial = wrong;
    EXPECT_NAMES(refusal(s), "give ") << wrong;
  }
  s.initial = "mode=1:2:0.1";
  EXPECT_EQ(refusal(s), "accepted");
  s.dim = 3, s.n = 16;
  EXPECT_NAMES(refusal(s), "mode=KX:KY:KZ:AMPLITUDE");
}

class CahnHilliardFile : public testing::Test {
 protected:
  template <class T>
  void write(const std::string& header, const std::vector<T>& values) {
    std::ofstream file(path_, std::ios::binary);
    file << "\x93NUMPY" << '\x01' << '\0' << char(header.size() % 256) << char(header.size() / 256)
         << header;
    file.write(reinterpret_cast<const char*>(values.data()),
               std::streamsize(values.size() * sizeof(T)));
  }
  static std::string header(const std::string& type, const std::string& shape,
                            const std::string& order = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape +
           "), }\n";
  }
  settings reading(int n) {
    settings s = double_precision(n, 1);
    s.initial = path_;
    return s;
  }

  const tests::scratch_folder folder_;
  const std::string path_ = (folder_ / "field.npy").string();
};

TEST_F(CahnHilliardFile, IsReadInBothPrecisions) {
  std::vector<double> values(36);
  for (std::size_t i = 0; i < 36; ++i) values[i] = 0.01 * static_cast<double>(i);
  write(header("<f8", "6, 6"), values);
  EXPECT_EQ(doubles(make_problem(reading(6)).start), values);
  write(header("<f4", "6, 6"), std::vector<float>(values.begin(), values.end()));
  EXPECT_EQ(doubles(make_problem(reading(6)).start)[7], static_cast<double>(0.07f));
}

TEST_F(CahnHilliardFile, OfAnotherShape) {
  write(header("<f8", "6, 6"), std::vector<double>(36));
  EXPECT_NAMES(refusal(reading(8)), "its shape is 6 x 6, but n=8 and dim=2 ask for 8 x 8");
  write(header("<f8", "36,"), std::vector<double>(36));
  EXPECT_NAMES(refusal(reading(6)), "its shape is 36,");
}

TEST_F(CahnHilliardFile, WithANumberThatIsNone) {
  std::vector<double> values(36);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  write(header("<f8", "6, 6"), values);
  EXPECT_NAMES(refusal(reading(6)), "element 7 is nan");
}

TEST_F(CahnHilliardFile, ThatIsDamaged) {
  EXPECT_NAMES(refusal(reading(6)), "there is no such file");
  write(header("<f8", "6, 6"), std::vector<double>(35));
  EXPECT_NAMES(refusal(reading(6)), "cut short");
  write(header("<f8", "6, 6"), std::vector<double>(37));
  EXPECT_NAMES(refusal(reading(6)), "longer");
  write(header("<f8", "999999999, 999999999, 999999999"), std::vector<double>(36));
  EXPECT_NAMES(refusal(reading(6)), "cut short");
  write(header("<i8", "6, 6"), std::vector<double>(36));
  EXPECT_NAMES(refusal(reading(6)), "another type");
  write(header("<f8", "6, 6", "True"), std::vector<double>(36));
  EXPECT_NAMES(refusal(reading(6)), "not in C order");
  std::ofstream(path_) << "no field at all";
  EXPECT_NAMES(refusal(reading(6)), "not a NumPy file");
  std::ofstream(path_, std::ios::trunc).flush();
  EXPECT_NAMES(refusal(reading(6)), "not a NumPy file");
}

}  // namespace
}  // namespace cahn_hilliard
