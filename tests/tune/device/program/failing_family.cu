// A family for the tuner's tests: doubles n numbers, in as many ways as a configuration can go
// wrong.
#include <omp.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/device.h"
#include "variants/form.h"

namespace failing {
namespace {

struct answer {
  std::vector<double> numbers;
};

struct problem {
  using answer = failing::answer;
  static constexpr const char* family = "failing";
  std::vector<double> numbers;
  std::int64_t seed;
};

__global__ void multiply(device::span<const double> in, device::span<double> out, double factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size()) out[i] = factor * in[i];
}

__global__ void write_far_beyond(device::span<double> out) { out[std::size_t{1} << 40] = 1; }

__global__ void wait_for(device::span<int> flag) {
  const volatile int* raised = &flag[0];
  while (*raised == 0) {
  }
}

/// To the file that the environment names, if it does.
void append(const char* variable, const std::string& what) {
  if (const char* file = std::getenv(variable)) std::ofstream(file, std::ios::app) << what + "\n";
}

/// Tests count the candidates that were begun, and kill them while they are under way.
void note(const std::string& what) {
  if (const char* slow_ms = std::getenv("RETIME_TOY_SLOW_MS"))
    std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(slow_ms)));
  append("RETIME_TOY_LOG", what);
}

class runner final : public retime::runner<failing::answer> {
 public:
  runner(const problem& asked, unsigned block, std::string way, int launches,
         std::optional<int> registers = std::nullopt)
      : in_(asked.numbers.size()),
        out_(asked.numbers.size()),
        flag_(1),
        way_(std::move(way)),
        launches_(launches),
        registers_(registers) {
    if (way_ == "compile")
      throw device::not_compiled("block=" + std::to_string(block) + ": no such instantiation");
    if (way_ == "unfit")
      throw device::does_not_fit("block=" + std::to_string(block) + " holds no such problem");
    in_.upload(asked.numbers);
    flag_.upload(std::vector<int>{0});
    const auto n = static_cast<unsigned>(asked.numbers.size());
    shape_ = {dim3((n + block - 1) / block), dim3(way_ == "launch" ? 2048 : block), 0};
    const bool turned_wrong = way_ == "right" && std::getenv("RETIME_TOY_WRONG") != nullptr;
    if (way_ == "wrong" || turned_wrong || (way_ == "fitted" && asked.seed != 1)) factor_ = 3;
    if (way_ == "nan") factor_ = std::numeric_limits<double>::quiet_NaN();
  }

  void reset() override { out_.poison(); }
  void run(device::stream& queue) override {
    if (way_ == "crash") std::abort();
    if (way_ == "fault")
      device::launch(queue, write_far_beyond, {dim3(1), dim3(1), 0}, out_.view());
    if (way_ == "hang") device::launch(queue, wait_for, {dim3(1), dim3(1), 0}, flag_.view());
    for (int i = 0; i < launches_; ++i)
      device::launch(queue, multiply, shape_, std::as_const(in_).view(), out_.view(), factor_);
  }
  failing::answer answer() override { return {out_.to_host()}; }
  std::optional<retime::launch_report> launch() const override {
    return retime::launch_report{.kernel = "multiply", .registers = registers_};
  }

 private:
  device::buffer<double> in_, out_;
  device::buffer<int> flag_;
  std::string way_;
  int launches_;
  std::optional<int> registers_;
  double factor_ = 2;
  device::launch_shape shape_;
};

retime::work work_of(const problem& asked, const retime::point&) {
  const auto n = static_cast<double>(asked.numbers.size());
  return {.bytes = 16 * n, .flops = n, .items = n, .item = "number"};
}

/// NaN if any difference is.
double greatest_difference(const answer& got, const answer& expected) {
  double greatest = 0;
  for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
    const double difference = std::abs(got.numbers[i] - expected.numbers[i]);
    if (!(difference <= greatest)) greatest = difference;
  }
  return greatest;
}

std::unique_ptr<runner> prepare_way(const problem& asked, const retime::point& at) {
  const auto block = at.integer("block");
  note(at.text("way") + " " + std::to_string(block));
  // 64 is the fastest by far.
  return std::make_unique<runner>(asked, static_cast<unsigned>(block), at.text("way"),
                                  block == 64 ? 1 : 40);
}

std::unique_ptr<runner> prepare_many(const problem& asked, const retime::point& at) {
  const auto a = at.integer("a"), b = at.integer("b");
  note(std::to_string(a) + " " + std::to_string(b));
  // The more registers the smaller a and b; of a=13 nobody knows.
  const auto registers = a == 13 ? std::nullopt : std::optional(static_cast<int>(200 - 10 * a - b));
  return std::make_unique<runner>(
      asked, 32, "right", static_cast<int>(1 + std::abs(a - 7) + std::abs(b - 3)), registers);
}

std::vector<retime::axis_value> up_to(std::int64_t count) {
  std::vector<retime::axis_value> values;
  for (std::int64_t i = 0; i < count; ++i) values.emplace_back(i);
  return values;
}

}  // namespace

REGISTER_FAMILY(
    problem,
    {.id = "failing",
     .title = "doubles n numbers",
     .axes = {{.name = "n",
               .help = "numbers",
               .default_value = std::int64_t{64},
               .check = retime::at_least(1),
               .always_in_key = true},
              {.name = "scale", .help = "largest number", .default_value = 1.0},
              {.name = "seed", .help = "of the numbers", .default_value = std::int64_t{1}}},
     .size_axis = "n",
     .make =
         [](const retime::point& at) {
           append("RETIME_TOY_CORES", std::to_string(omp_get_max_threads()));
           problem made{{}, at.integer("seed")};
           for (std::int64_t i = 1; i <= at.integer("n"); ++i)
             made.numbers.push_back(at.real("scale") / static_cast<double>(i + made.seed));
           return made;
         },
     .reference =
         [](const problem& asked) {
           answer doubled{asked.numbers};
           for (double& x : doubled.numbers) x *= 2;
           return doubled;
         },
     .compare =
         [](const problem&, const answer& got, const answer& expected) {
           return retime::verification{"max |x - x_ref|", greatest_difference(got, expected), 0.0};
         },
     .observe = [](const problem&, const answer&) { return retime::observables{}; }});

REGISTER_VARIANT(problem, {.id = "ways",
                           .axes = {retime::tuning("way", {"right", "constraint", "compile",
                                                           "unfit", "launch", "wrong", "nan",
                                                           "hang", "fault", "crash", "fitted"}),
                                    retime::tuning("block", {128, 32, 64})},
                           .invalid = [](const retime::point& at) -> std::optional<std::string> {
                             if (at.text("way") != "constraint") return std::nullopt;
                             return "way=constraint is none";
                           },
                           .work = work_of,
                           .prepare = prepare_way});

REGISTER_VARIANT(problem, {.id = "many",
                           .axes = {retime::tuning("a", up_to(20)), retime::tuning("b", up_to(10))},
                           .work = work_of,
                           .prepare = prepare_many});

}  // namespace failing
