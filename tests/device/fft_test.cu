// What FFTs refuse, and what they leave behind; what they give is held in device_check.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/device/device.h"
#include "kernels/device/fft.h"

namespace {

using fft = device::real_fft<double>;
using mode = device::complex<double>;

static_assert(std::is_nothrow_move_constructible_v<fft> && !std::is_copy_constructible_v<fft>);
static_assert(alignof(device::complex<float>) == 8 && sizeof(device::complex<double>) == 16);

template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const device::error& why) {
    return why.what();
  }
  return "";
}

TEST(Fft, RefusesBuffersOfAnotherSize) {
  device::stream queue;
  auto lines = fft::lines(8, 3);
  device::buffer<mode> modes(15), cube_modes(5 * 4 * 4);
  device::buffer<double> reals(24), fewer(23), cube_reals(5 * 4 * 6);
  EXPECT_EQ(error_of([&] { lines.inverse(queue, modes, fewer); }),
            "3 FFTs of 1 x 1 x 8 reals take 15 modes and 24 reals, not 15 and 23");
  EXPECT_NE(error_of([&] { lines.forward(queue, reals, cube_modes); }), "");
  auto cube = fft::cube(5, 4, 6);
  EXPECT_NE(error_of([&] { cube.forward(queue, reals, modes); }), "");
  EXPECT_EQ(error_of([&] { cube.forward(queue, cube_reals, cube_modes); }), "");
}

TEST(Fft, RefusesNothingToTransform) {
  EXPECT_NE(error_of([] { fft::lines(0, 3); }), "");
  EXPECT_NE(error_of([] { fft::lines(8, 0); }), "");
  EXPECT_NE(error_of([] { fft::cube(8, -1, 8); }), "");
}

TEST(Fft, CountsBeyondThirtyTwoBits) {
  const device::fft_shape shape{{2048, 2048, 2048}, 1};
  EXPECT_EQ(shape.reals(), std::size_t{1} << 33);
  EXPECT_EQ(shape.modes(), (std::size_t{1} << 22) * 1025);
}

/// On a GPU it may, for some sizes.
TEST(Fft, DestroysItsInput) {
  device::stream queue;
  auto lines = fft::lines(8, 1);
  device::buffer<double> reals(std::vector<double>(8, 1.0));
  device::buffer<mode> modes(5);
  lines.forward(queue, reals, modes);
  EXPECT_EQ(modes.to_host()[0].re, 8.0);
  for (const double each : reals.to_host()) EXPECT_TRUE(std::isnan(each));
  lines.inverse(queue, modes, reals);
  EXPECT_EQ(reals.to_host(), std::vector<double>(8, 8.0));
  for (const mode& each : modes.to_host()) EXPECT_TRUE(std::isnan(each.re));
}

TEST(Fft, MakesNoPlanWhileAGraphRecords) {
  device::stream queue;
  auto lines = fft::lines(8, 1);
  device::buffer<double> reals(std::vector<double>(8, 1.0));
  device::buffer<mode> modes(5);
  const auto record = [&] {
    return device::graph::capture(queue, [&] { lines.forward(queue, reals, modes); });
  };
  EXPECT_EQ(error_of([&] { record(); }),
            "1 FFTs of 1 x 1 x 8 reals: prepare the direction before a graph records it");
  lines.prepare_forward();
  auto recorded = record();
  EXPECT_EQ(recorded.nodes(), 1U);
  EXPECT_EQ(reals.to_host(), std::vector<double>(8, 1.0));

  auto moved = std::move(lines);  // and the graph does not mind
  recorded.launch(queue);
  EXPECT_EQ(modes.to_host()[0].re, 8.0);
  EXPECT_EQ(moved.workspace_bytes(), 0U);
}

}  // namespace
