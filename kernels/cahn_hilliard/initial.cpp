#include "kernels/cahn_hilliard/initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "kernels/cahn_hilliard/npy.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace cahn_hilliard {
namespace {

/// A field of s.cells whose value at (x, y, z) is at(x, y, z, index).
template <class Value>
field fill(const settings& s, Value at) {
  const int depth = s.dim == 3 ? s.n : 1;
  const auto make = [&]<class Real>(std::vector<Real> values) -> field {
    values.resize(static_cast<std::size_t>(s.n) * s.n * depth);
#pragma omp parallel for if (s.worth_sharing())
    for (int row = 0; row < s.n * depth; ++row) {
      for (int x = 0; x < s.n; ++x) {
        const std::size_t index = static_cast<std::size_t>(row) * s.n + x;
        values[index] = static_cast<Real>(at(x, row % s.n, row / s.n, index));
      }
    }
    return values;
  };
  return s.double_precision ? make(std::vector<double>{}) : make(std::vector<float>{});
}

struct mode {
  std::vector<int> wave;  // waves along x, y (, z)
  double amplitude;
};

template <class T>
std::optional<T> read(std::string_view text) {
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

mode parse_mode(const settings& s) {
  const std::string wanted = s.dim == 2 ? "mode=KX:KY:AMPLITUDE" : "mode=KX:KY:KZ:AMPLITUDE";
  const auto wrong = [&] {
    return retime::bad_input(
        fmt::format("initial={}: give {} in {}-D, waves as whole numbers from 0 to n/2", s.initial,
                    wanted, s.dim));
  };
  std::vector<std::string_view> parts;
  std::string_view rest = std::string_view(s.initial).substr(5);
  for (std::size_t colon; (colon = rest.find(':')) != rest.npos; rest.remove_prefix(colon + 1)) {
    parts.push_back(rest.substr(0, colon));
  }
  const auto amplitude = read<double>(rest);
  if (parts.size() != static_cast<std::size_t>(s.dim) || !amplitude || !std::isfinite(*amplitude))
    throw wrong();
  mode parsed{{}, *amplitude};
  for (const auto part : parts) {
    const auto wave = read<int>(part);
    if (!wave || *wave < 0 || *wave > s.n / 2) throw wrong();
    parsed.wave.push_back(*wave);
  }
  parsed.wave.resize(3, 0);
  return parsed;
}

field mode_field(const settings& s) {
  const mode wanted = parse_mode(s);
  const auto& k = wanted.wave;
  const double pi = std::numbers::pi;
  if (s.edge == boundary::periodic) {
    return fill(s, [&](int x, int y, int z, std::size_t) {
      // The phase is reduced in whole numbers: a translated wave is then the same to the last bit.
      const auto turn = (static_cast<std::int64_t>(k[0]) * x + static_cast<std::int64_t>(k[1]) * y +
                         static_cast<std::int64_t>(k[2]) * z) %
                        s.n;
      return s.mean + wanted.amplitude * std::cos(2 * pi * static_cast<double>(turn) / s.n);
    });
  }
  return fill(s, [&](int x, int y, int z, std::size_t) {
    const auto along = [&](int wave, int i) { return std::cos(pi * wave * (i + 0.5) / s.n); };
    return s.mean + wanted.amplitude * along(k[0], x) * along(k[1], y) * along(k[2], z);
  });
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t extent : shape)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "a single number" : text;
}

field file_field(const settings& s) {
  const npy_array file = read_npy(s.initial);
  const std::vector<std::size_t> wanted(static_cast<std::size_t>(s.dim),
                                        static_cast<std::size_t>(s.n));
  if (file.shape != wanted) {
    throw retime::bad_input(
        fmt::format("initial={}: its shape is {}, but n={} and dim={} ask for {}", s.initial,
                    shape_text(file.shape), s.n, s.dim, shape_text(wanted)));
  }
  for (std::size_t i = 0; i < file.data.size(); ++i) {
    if (!std::isfinite(file.data[i])) {
      throw retime::bad_input(fmt::format("initial={}: element {} is {}; give finite numbers",
                                          s.initial, i, file.data[i]));
    }
  }
  return fill(s, [&](int, int, int, std::size_t index) { return file.data[index]; });
}

}  // namespace

double largest_magnitude(const field& phi) {
  return std::visit(
      [](const auto& values) {
        double largest = 0;
        for (const auto value : values)
          largest = std::max(largest, std::abs(static_cast<double>(value)));
        return largest;
      },
      phi);
}

double largest_initial_magnitude(const settings& s) {
  if (s.initial == "noise") return std::abs(s.mean) + s.noise;
  if (s.initial.starts_with("mode=")) return std::abs(s.mean) + std::abs(parse_mode(s).amplitude);
  return largest_magnitude(initial_field(s));
}

field initial_field(const settings& s) {
  if (s.initial == "noise") {
    const std::uint64_t start = retime::mix_bits(s.seed);
    return fill(s, [&](int, int, int, std::size_t index) {
      const double drawn = retime::unit_interval(retime::random_bits_at(start, index + 1));
      return s.mean + s.noise * (2 * drawn - 1);
    });
  }
  if (s.initial.starts_with("mode=")) return mode_field(s);
  if (s.initial.ends_with(".npy")) return file_field(s);
  throw retime::bad_input(
      fmt::format("initial={}: give noise, mode=KX:KY:AMPLITUDE or a file named *.npy", s.initial));
}

}  // namespace cahn_hilliard
