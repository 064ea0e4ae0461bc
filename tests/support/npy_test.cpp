// Arrays as NumPy files: written and read back, and what is no such file refused by one line.
#include "kernels/support/npy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"

namespace {

using retime::read_npy;

class Npy : public testing::Test {
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
  void expect_refused(const std::string& why) const {
    try {
      read_npy(path_);
      ADD_FAILURE() << "accepted, not refused: " << why;
    } catch (const retime::bad_input& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }

  const tests::scratch_folder folder_;
  const std::string path_ = (folder_ / "field.npy").string();
};

TEST_F(Npy, IsReadAsItWasWritten) {
  const std::vector<double> values{1, -2.5, 1e300, 0, 5, 6};
  for (const auto& shape : {std::vector<std::size_t>{6}, {2, 3}, {1, 2, 3}}) {
    retime::write_npy(path_, shape, values);
    EXPECT_EQ(read_npy(path_).shape, shape);
    EXPECT_EQ(read_npy(path_).data, values);
  }
  EXPECT_THROW(retime::write_npy("/nowhere/field.npy", {}, values), std::runtime_error);
}

TEST_F(Npy, TakesFourBytesANumberWhereThatLosesNothing) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto bytes_of = [&](const std::vector<double>& values) {
    retime::write_npy(path_, std::vector{values.size()}, values);
    EXPECT_EQ(read_npy(path_).data, values);
    return (std::filesystem::file_size(path_) - 128) / values.size();
  };
  EXPECT_EQ(bytes_of({0.1f, -3, infinity, 0}), 4);
  EXPECT_EQ(bytes_of({0.1, -3, infinity, 0}), 8);
  EXPECT_EQ(bytes_of({0.5, 1e39}), 8);
}

TEST_F(Npy, OfSinglePrecisionIsRead) {
  write(header("<f4", "2,"), std::vector<float>{0.07f, 3});
  EXPECT_EQ(read_npy(path_).data, (std::vector<double>{0.07f, 3}));
}

TEST_F(Npy, ThatIsDamagedIsRefused) {
  expect_refused("there is no such file");
  const std::vector<double> values(36);
  const std::pair<std::string, const char*> headers[] = {
      {header("<f8", "6, 7"), "cut short"},
      {header("<f8", "999999999, 999999999, 999999999"), "cut short"},
      {header("<f8", "6, 5"), "longer"},
      {header("<f8", "6, 9999999999"), "beyond any memory"},
      {header("<i8", "6, 6"), "another type"},
      {header("<f8", "6, 6", "True"), "not in C order"},
      {"{'fortran_order': False}", "names no shape"},
  };
  for (const auto& [head, why] : headers) {
    write(head, values);
    expect_refused(why);
  }
  for (const std::string text : {"", "no field at all"}) {
    std::ofstream(path_) << text;
    expect_refused("not a NumPy file");
  }
  std::ofstream(path_) << "\x93NUMPY\x01" << '\0' << "\x40\x01{'descr'";
  expect_refused("header is cut short");
}

}  // namespace
