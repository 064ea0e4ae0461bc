#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "kernels/cahn_hilliard/problem.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/npy.h"
#include "kernels/support/random.h"
#include "kernels/support/zeros.h"

namespace cahn_hilliard {
namespace {

/// The field of value(x, y, z, index).
template <class Value>
field fill(const settings& s, Value value) {
  const auto make = [&]<class Real>(Real) -> field {
    auto values = retime::zeros<Real>(s.cells());
#pragma omp parallel for if (s.worth_sharing())
    for (int row = 0; row < s.rows(); ++row) {
      for (int x = 0; x < s.n; ++x) {
        const std::size_t index = static_cast<std::size_t>(row) * s.n + x;
        values[index] = static_cast<Real>(value(x, row % s.n, row / s.n, index));
      }
    }
    return values;
  };
  return s.double_precision ? make(double{}) : make(float{});
}

struct mode {
  std::array<int, 3> wave{};  // waves along x, y (, z)
  double amplitude;
};

/// Takes the number and the `end` behind it off the text; false if it begins with none.
template <class Number>
bool take(std::string_view& text, Number& number, std::string_view end) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  if (read.ec != std::errc{} || !text.starts_with(end)) return false;
  text.remove_prefix(end.size());
  return true;
}

mode parse_mode(const settings& s) {
  mode parsed{};
  std::string_view text = s.initial;
  text.remove_prefix(std::string_view("mode=").size());
  bool is_right = true;
  for (int i = 0; is_right && i < s.dim; ++i)
    is_right = take(text, parsed.wave[i], ":") && parsed.wave[i] >= 0 && parsed.wave[i] <= s.n / 2;
  is_right = is_right && take(text, parsed.amplitude, "") && text.empty();
  if (is_right && std::isfinite(parsed.amplitude)) return parsed;
  throw retime::bad_input(
      fmt::format("initial={}: give {} in {}-D, waves as whole numbers from 0 to n/2", s.initial,
                  s.dim == 2 ? "mode=KX:KY:AMPLITUDE" : "mode=KX:KY:KZ:AMPLITUDE", s.dim));
}

field mode_field(const settings& s) {
  const auto parsed = parse_mode(s);
  const auto& k = parsed.wave;
  const double amplitude = parsed.amplitude, pi = std::numbers::pi;
  if (s.edge == boundary::periodic) {
    return fill(s, [&](int x, int y, int z, std::size_t) {
      // The phase is reduced in whole numbers: a translated wave is then the same to the last bit.
      const auto turn = (static_cast<std::int64_t>(k[0]) * x + static_cast<std::int64_t>(k[1]) * y +
                         static_cast<std::int64_t>(k[2]) * z) %
                        s.n;
      return s.mean + amplitude * std::cos(2 * pi * static_cast<double>(turn) / s.n);
    });
  }
  return fill(s, [&](int x, int y, int z, std::size_t) {
    const auto along = [&](int wave, int i) { return std::cos(pi * wave * (i + 0.5) / s.n); };
    return s.mean + amplitude * along(k[0], x) * along(k[1], y) * along(k[2], z);
  });
}

field file_field(const settings& s) {
  const retime::npy_array file = retime::read_npy(s.initial);
  const std::vector<std::size_t> shape(s.dim, s.n);
  if (file.shape != shape) {
    const std::string other = fmt::format("{}", fmt::join(file.shape, " x "));
    throw retime::bad_input(fmt::format(
        "initial={}: its shape is {}, but n={} and dim={} ask for {}", s.initial,
        other.empty() ? "a single number" : other, s.n, s.dim, fmt::join(shape, " x ")));
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
        constexpr std::ptrdiff_t shared_from = 65536;
        const auto cells = static_cast<std::ptrdiff_t>(values.size());
        double largest = 0;
#pragma omp parallel for reduction(max : largest) if (cells > shared_from)
        for (std::ptrdiff_t i = 0; i < cells; ++i)
          largest = std::max(largest, std::abs(static_cast<double>(values[i])));
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
