// Synthetic streams of timings whose true median and shape are known.
#pragma once

#include <cmath>
#include <functional>
#include <random>

namespace retime::test {

using stream = std::function<double()>;
/// A fresh stream from a generator of its own.
using stream_maker = std::function<stream(std::uint64_t seed)>;

/// Median base + scale, skewed to the right: base + scale exp(shape z).
inline stream_maker skewed(double base, double scale, double shape) {
  return [=](std::uint64_t seed) -> stream {
    return [=, engine = std::mt19937_64(seed), z = std::normal_distribution<double>()]() mutable {
      return base + scale * std::exp(shape * z(engine));
    };
  };
}

/// median (1 + spread s), s an autoregressive process of unit variance and correlation rho from one
/// to the next.
inline stream_maker autoregressive(double median, double rho, double spread) {
  return [=](std::uint64_t seed) -> stream {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> z;
    const double start = z(engine);
    return [=, state = start]() mutable {
      state = rho * state + std::sqrt(1 - rho * rho) * z(engine);
      return median * (1 + spread * state);
    };
  };
}

inline stream_maker normal(double median, double spread) {
  return autoregressive(median, 0, spread);
}

inline stream_maker uniform(double low, double high) {
  return [=](std::uint64_t seed) -> stream {
    return [engine = std::mt19937_64(seed),
            u = std::uniform_real_distribution<double>(low, high)]() mutable { return u(engine); };
  };
}

/// Two normal modes; draws anew which one it is in with probability `leave` (1: independent
/// samples).
inline stream_maker two_modes(double first, double second, double spread, double share_of_second,
                              double leave) {
  return [=](std::uint64_t seed) -> stream {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> z;
    std::uniform_real_distribution<double> u;
    const bool start = u(engine) < share_of_second;
    return [=, in_second = start]() mutable {
      if (u(engine) < leave) in_second = u(engine) < share_of_second;
      return (in_second ? second : first) * (1 + spread * z(engine));
    };
  };
}

}  // namespace retime::test
