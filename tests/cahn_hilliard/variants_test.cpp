// Every registered variant against the reference, bit for bit: fields of any size, both boundaries,
// integrators, flows, launches, precisions, and blocks from strips to squares.
#include <gtest/gtest.h>

#include <random>

#include "harness/run/run_once.h"
#include "tests/cahn_hilliard/fields.h"
#include "variants/form.h"

namespace cahn_hilliard {
namespace {

using retime::axis_value;
using retime::point;

std::vector<const retime::variant*> members() {
  std::vector<const retime::variant*> found;
  for (const auto& each : retime::variants()) {
    if (each.family == problem::family) found.push_back(&each);
  }
  return found;
}

point defaults(const retime::variant& of) {
  point at;
  for (const auto& axis : retime::family_of(of).axes) at.set(axis.name, axis.fallback);
  for (const auto& axis : of.axes) at.set(axis.name, axis.fallback);
  at.set("steps", 3);
  return at;
}

std::string text(const retime::variant& of, const point& at) {
  std::string all = of.id;
  for (const auto& [name, value] : at.values()) all += " " + name + "=" + retime::to_text(value);
  return all;
}

/// Runs the point and compares it with the reference. False if the variant says that it cannot run
/// there.
bool agrees(const retime::variant& of, const point& at) {
  if (of.invalid(at)) return false;
  const auto& family = retime::family_of(of);
  const auto made = family.make(at);
  const auto expected = family.reference(made);
  const auto runner = of.prepare(made, at);
  // Twice: nothing of the first run may be left in the second.
  for (int i = 0; i < 2; ++i) {
    const auto once = retime::run_once(*runner);
    const auto compared = family.compare(made, once.answer, expected);
    EXPECT_TRUE(compared.correct()) << text(of, at) << ": " << compared.value;
    EXPECT_EQ(compared.tolerance, 0);
  }
  EXPECT_GT(of.memory_bytes(at), 0);
  EXPECT_GT(of.work(made, at).bytes, 0);
  return true;
}

TEST(cahn_hilliard_variants, are_those_of_the_paper_and_two_for_the_cpu) {
  std::vector<std::string> ids;
  for (const auto* each : members()) ids.push_back(each->id);
  EXPECT_EQ(ids, (std::vector<std::string>{"a_global", "b_shared", "c_texture", "cpu_parallel",
                                           "cpu_serial", "d_texture_shared"}));
}

TEST(cahn_hilliard_variants, equal_the_reference_on_any_workload) {
  for (const auto* of : members()) {
    for (const int dim : {2, 3}) {
      for (const int n : dim == 2 ? std::vector{5, 24, 37} : std::vector{5, 13}) {
        for (const char* edge : {"periodic", "mirror"}) {
          for (const char* method : {"rk2", "euler"}) {
            for (const char* precision : {"float", "double"}) {
              point at = defaults(*of);
              at.set("dim", dim);
              at.set("n", n);
              at.set("boundary", edge);
              at.set("integrator", method);
              at.set("precision", precision);
              EXPECT_EQ(agrees(*of, at),
                        dim == 2 || (of->id != "b_shared" && of->id != "d_texture_shared"));
            }
          }
        }
      }
    }
  }
}

TEST(cahn_hilliard_variants, equal_the_reference_whatever_the_coefficients) {
  for (const auto* of : members()) {
    point at = defaults(*of);
    at.set("n", 31);
    at.set("precision", "double");
    at.set("dt", 0.003), at.set("m", 1.3), at.set("b", 0.7), at.set("u", 1.9), at.set("k", 2.1);
    at.set("mean", -0.4);
    EXPECT_TRUE(agrees(*of, at));
  }
}

TEST(cahn_hilliard_variants, equal_the_reference_at_any_tuning) {
  std::mt19937 random(3);
  const auto pick = [&](const std::vector<axis_value>& from) {
    return from[random() % from.size()];
  };
  for (const auto* of : members()) {
    int tried = 0;
    for (int i = 0; i < 1000 && tried < 30; ++i) {
      point at = defaults(*of);
      at.set("n", static_cast<std::int64_t>(30 + random() % 40));
      at.set("boundary", random() % 2 ? "mirror" : "periodic");
      at.set("integrator", random() % 2 ? "rk2" : "euler");
      for (const auto& axis : of->axes) at.set(axis.name, pick(axis.values));
      tried += agrees(*of, at);
    }
    EXPECT_EQ(tried, 30) << of->id;
  }
}

TEST(cahn_hilliard_variants, replay_long_runs_in_graphs) {
  for (const auto* of : members()) {
    for (const char* method : {"rk2", "euler"}) {
      for (const char* flow : {"copy", "swap"}) {
        for (const int steps : {64, 64 * 2 + 5}) {
          point at = defaults(*of);
          if (!at.has("launch")) continue;
          at.set("launch", "graph");
          at.set("n", 9), at.set("steps", steps), at.set("integrator", method),
              at.set("flow", flow);
          EXPECT_TRUE(agrees(*of, at));
        }
      }
    }
  }
}

TEST(cahn_hilliard_variants, report_the_form_of_bordered_blocks) {
  for (const auto* of : members()) {
    if (of->id != "b_shared" && of->id != "d_texture_shared") continue;
    const auto form_at = [&](int n) {
      point at = defaults(*of);
      at.set("n", n);
      return of->prepare(retime::family_of(*of).make(at), at)->launch()->form;
    };
    EXPECT_EQ(form_at(48), "printed form");
    EXPECT_EQ(form_at(50), "guarded form");
  }
}

TEST(cahn_hilliard_variants, refuse_blocks_that_cannot_run) {
  for (const auto* of : members()) {
    point at = defaults(*of);
    if (!at.has("block_x")) continue;
    const auto why = [&](int x, int y) {
      at.set("block_x", x);
      at.set("block_y", y);
      return of->invalid(at).value_or("accepted");
    };
    EXPECT_NE(why(64, 32).find("more than 1024 threads"), std::string::npos);
    EXPECT_NE(why(17, 8).find("not whole warps"), std::string::npos);
    EXPECT_NE(why(0, 8).find("at least 1"), std::string::npos);
    const bool bordered = of->id == "b_shared" || of->id == "d_texture_shared";
    EXPECT_EQ(why(128, 1).find("no thread to write") != std::string::npos, bordered);
  }
}

TEST(cahn_hilliard_variants, trace_what_single_runs_end_in) {
  for (const auto* of : members()) {
    point at = defaults(*of);
    at.set("n", 16);
    at.set("steps", 100);
    at.set("precision", "double");
    const auto& family = retime::family_of(*of);
    const auto made = family.make(at);
    const auto end = family.observe(made, family.reference(made)).numbers;
    const auto along = retime::trace_once(*of->prepare(made, at));
    ASSERT_EQ(along.size(), end.size()) << of->id;
    for (const auto& [name, series] : along) {
      EXPECT_EQ(series.x_name, "time");
      EXPECT_EQ(series.x.size(), 9u);
      EXPECT_DOUBLE_EQ(series.x.back(), 1.0);
      EXPECT_EQ(series.y.back(), end.at(name)) << of->id << " " << name;
    }
  }
}

TEST(cahn_hilliard_variants, count_the_bytes_of_both_flows) {
  const auto& of = *members().front();
  point at = defaults(of);
  at.set("n", 10), at.set("steps", 1);
  const auto bytes_a_cell = [&](const char* method, const char* flow) {
    at.set("integrator", method);
    at.set("flow", flow);
    return of.work(retime::family_of(of).make(at), at).bytes / 100;
  };
  EXPECT_EQ(bytes_a_cell("rk2", "copy"), 36);
  EXPECT_EQ(bytes_a_cell("rk2", "swap"), 20);
  EXPECT_EQ(bytes_a_cell("euler", "copy"), 16);
  EXPECT_EQ(bytes_a_cell("euler", "swap"), 8);
}

}  // namespace
}  // namespace cahn_hilliard
