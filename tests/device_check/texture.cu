// Texture loads at, between and beyond the texels, for every mode, by arrays and by rows of a
// buffer.
#include <cmath>
#include <vector>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

template <class T>
__global__ void read_2d(device::texture_object texture, device::span<const float2> points,
                        device::span<T> out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < points.size()) out[i] = tex2D<T>(texture, points[i].x, points[i].y);
}

template <class T>
__global__ void read_3d(device::texture_object texture, device::span<const float4> points,
                        device::span<T> out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < points.size()) out[i] = tex3D<T>(texture, points[i].x, points[i].y, points[i].z);
}

template <class T>
__global__ void read_linear(device::texture_object texture, int first, device::span<T> out) {
  const int i = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = tex1Dfetch<T>(texture, first + i);
}

__global__ void read_vectors(device::texture_object texture, device::span<int4> out) {
  out[threadIdx.x] = tex1Dfetch<int4>(texture, static_cast<int>(threadIdx.x));
}

/// The texel that the CUDA programming guide assigns to cell `i` of n; -1: border.
int texel_of(int i, int n, device::sampling how) {
  if (i >= 0 && i < n) return i;
  const auto modulo = [](int a, int m) { return ((a % m) + m) % m; };
  switch (how.mode) {
    case device::address_mode::border:
      return -1;
    case device::address_mode::wrap:
      if (how.normalised) return modulo(i, n);
      break;
    case device::address_mode::mirror:
      if (how.normalised) {
        const int inside = modulo(i, 2 * n);
        return inside < n ? inside : 2 * n - 1 - inside;
      }
      break;
    case device::address_mode::clamp:
      break;
  }
  return i < 0 ? 0 : n - 1;
}

/// A coordinate within cell i of n. `within` lies in [0, 1); 0 is the texel's very edge.
float coordinate(int i, float within, int n, device::sampling how) {
  const float position = static_cast<float>(i) + within;
  return how.normalised ? position / static_cast<float>(n) : position;
}

std::vector<device::sampling> all_samplings() {
  std::vector<device::sampling> all;
  for (const auto mode : {device::address_mode::wrap, device::address_mode::clamp,
                          device::address_mode::mirror, device::address_mode::border})
    for (const bool normalised : {false, true}) all.push_back({mode, normalised});
  return all;
}

std::string text(device::sampling how) {
  constexpr const char* names[] = {"wrap", "clamp", "mirror", "border"};
  return std::string(names[static_cast<int>(how.mode)]) + (how.normalised ? " normalised" : "");
}

/// 16 is a power of two, so that texel edges are exact when normalised; 12 is not, and keeps off
/// the edges then.
template <class T>
void check_plane(device_check::report& results, int width, int height, device::sampling how,
                 bool owned) {
  device::stream queue;
  // An array is filled from rows that are no dense block.
  const std::size_t pitch = owned ? width + 3 : device::texture_pitch<T>(width);
  std::vector<T> texels(pitch * height, T(-1));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) texels[y * pitch + x] = static_cast<T>(1.25 + 100 * y + x);
  const device::buffer<T> source(texels);
  auto texture = owned ? device::texture<T>::array(width, height, how)
                       : device::texture<T>::pitched(source, width, height, pitch, how);
  if (owned) {
    texture.copy_from(source, pitch, queue);
    device::buffer<T> back(std::vector<T>(texels.size(), T(-1)));
    texture.copy_to(back, pitch, queue);
    queue.synchronize();
    results.equal("back from an array", back.to_host(), texels);
  }

  std::vector<float2> points;
  std::vector<T> expected;
  const bool edges = !how.normalised || width == 16;
  for (const float within : {0.5F, 0.25F, 0.75F, 0.0F}) {
    if (within == 0.0F && !edges) continue;
    for (int y = -2 * height - 3; y < 3 * height + 3; y += 3)
      for (int x = -2 * width - 3; x < 3 * width + 3; ++x) {
        points.push_back({coordinate(x, within, width, how), coordinate(y, 0.5F, height, how)});
        const int i = texel_of(x, width, how), j = texel_of(y, height, how);
        expected.push_back(i < 0 || j < 0 ? T(0) : static_cast<T>(1.25 + 100 * j + i));
      }
  }
  const device::buffer<float2> positions(points);
  device::buffer<T> out(points.size());
  const auto blocks = static_cast<unsigned>((points.size() + 255) / 256);
  device::launch(queue, read_2d<T>, {.grid = blocks, .block = 256}, texture.object(),
                 positions.view(), out.view());
  results.equal(text(how) + (owned ? ", array " : ", rows ") + std::to_string(width), out.to_host(),
                expected);
}

}  // namespace

void device_check::check_texture_2d(report& results) {
  for (const auto how : all_samplings())
    for (const bool owned : {true, false})
      for (const int width : {16, 12}) {
        check_plane<float>(results, width, 8, how, owned);
        check_plane<double>(results, width, 8, how, owned);
      }
}

void device_check::check_texture_3d(report& results) {
  device::stream queue;
  const int width = 6, height = 5, depth = 4;
  std::vector<float> texels;
  for (int i = 0; i < width * height * depth; ++i) texels.push_back(static_cast<float>(i) + 1);
  const device::buffer<float> source(texels);
  for (const auto how : all_samplings()) {
    auto texture = device::texture<float>::array(width, height, depth, how);
    texture.copy_from(source, width, queue);
    std::vector<float4> points;
    std::vector<float> expected;
    for (int z = -5; z < 9; z += 2)
      for (int y = -6; y < 11; y += 3)
        for (int x = -13; x < 19; ++x) {
          points.push_back({coordinate(x, 0.5F, width, how), coordinate(y, 0.5F, height, how),
                            coordinate(z, 0.5F, depth, how), 0});
          const int i = texel_of(x, width, how), j = texel_of(y, height, how),
                    k = texel_of(z, depth, how);
          expected.push_back(i < 0 || j < 0 || k < 0
                                 ? 0.0F
                                 : static_cast<float>((k * height + j) * width + i + 1));
        }
    const device::buffer<float4> positions(points);
    device::buffer<float> out(points.size());
    const auto blocks = static_cast<unsigned>((points.size() + 255) / 256);
    device::launch(queue, read_3d<float>, {.grid = blocks, .block = 256}, texture.object(),
                   positions.view(), out.view());
    results.equal(text(how), out.to_host(), expected);
  }
}

void device_check::check_texture_linear(report& results) {
  device::stream queue;
  std::vector<double> numbers;
  for (int i = 0; i < 20; ++i) numbers.push_back(0.1 * i + 1);
  const device::buffer<double> source(numbers);
  const auto texture = device::texture<double>::linear(source);
  device::buffer<double> out(32);
  device::launch(queue, read_linear<double>, {.grid = 1, .block = 32}, texture.object(), -4,
                 out.view());
  std::vector<double> expected(32, 0.0);
  std::copy(numbers.begin(), numbers.end(), expected.begin() + 4);
  results.equal("double, and 0 outside", out.to_host(), expected);

  std::vector<int4> vectors;
  for (int i = 0; i < 8; ++i) vectors.push_back({i, i + 10, i + 20, i + 30});
  const device::buffer<int4> quads(vectors);
  const auto of_quads = device::texture<int4>::linear(quads);
  device::buffer<int4> read(8);
  device::launch(queue, read_vectors, {.grid = 1, .block = 8}, of_quads.object(), read.view());
  int i = 0;
  for (const int4& each : read.to_host()) {
    results.equal("int4.x", each.x, i);
    results.equal("int4.y", each.y, i + 10);
    results.equal("int4.z", each.z, i + 20);
    results.equal("int4.w", each.w, i++ + 30);
  }
}
