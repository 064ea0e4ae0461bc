// The M/M/1 queue (Sect. 5.1): clients come to one server with exponential times between them
// (`lambda` a unit of time) and exponential times of service (`mu`). It begins empty.
//
//   for client = 1 .. clients:
//     gap = time until its arrival; service = its time of service
//     wait   = max(0, system - gap)      Lindley's recursion; system: that of the client before
//     idle   = max(0, gap - system)      the server's, before this client
//     system = wait + service
//   results: the means of wait, system and idle
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace replications {

struct mm1 {
  struct parameters {
    int clients;
    double lambda, mu;
  };
  struct state {
    double system;  ///< of the last client
    double waits, systems, idles;
  };
  static constexpr const char* quantities[]{"wait_in_queue", "time_in_system", "idle_time"};
  static constexpr int words_per_item = 2;

  static constexpr int items(const parameters& parameters) { return parameters.clients; }

  template <class Random>
  static constexpr void simulate(const parameters& parameters, state& state, int clients,
                                 Random& random) {
    auto s = state;
    for (int c = 0; c < clients; ++c) {
      const auto [gap, service] = client(parameters, random);
      const double wait = s.system > gap ? s.system - gap : 0;
      const double idle = s.system > gap ? 0 : gap - s.system;
      s.system = wait + service;
      s.waits += wait;
      s.systems += s.system;
      s.idles += idle;
    }
    state = s;
  }
  static constexpr void merge(const parameters&, state& part, const state& next) {
    part.system = next.system;
    part.waits += next.waits;
    part.systems += next.systems;
    part.idles += next.idles;
  }

  /// What some clients make of the time in system T of the client before them: that of the last of
  /// them is max(T + shift, least). One client has shift = service - gap and least = service.
  struct effect {
    double shift, least;
  };
  template <class Random>
  static constexpr void simulate_effect(const parameters& parameters, effect& effect, int clients,
                                        Random& random) {
    for (int c = 0; c < clients; ++c) {
      const auto [gap, service] = client(parameters, random);
      effect = then(effect, {service - gap, service});
    }
  }
  static constexpr effect then(const effect& first, const effect& later) {
    const double least = first.least + later.shift;
    return {first.shift + later.shift, least > later.least ? least : later.least};
  }
  static constexpr state begin(const effect& before) {
    return {before.shift > before.least ? before.shift : before.least, 0, 0, 0};
  }

  static constexpr std::array<double, 3> results(const parameters& parameters, const state& state) {
    return {state.waits / parameters.clients, state.systems / parameters.clients,
            state.idles / parameters.clients};
  }

 private:
  struct times {
    double gap, service;
  };
  /// A client's exponential times, by inversion.
  template <class Random>
  static constexpr times client(const parameters& parameters, Random& random) {
    const double gap = unit_exponential(random), service = unit_exponential(random);
    return {gap * (1 / parameters.lambda), service * (1 / parameters.mu)};
  }
  /// A word becomes a number in single precision that is neither 0, whose logarithm is infinite,
  /// nor 1, to which the largest words would be rounded.
  template <class Random>
  static constexpr double unit_exponential(Random& random) {
    const float uniform = static_cast<float>(random.next()) * 0x1p-32f + 0x1p-33f;
    return -logf(uniform < 1 ? uniform : 0x1.fffffep-1f);
  }
};

}  // namespace replications
