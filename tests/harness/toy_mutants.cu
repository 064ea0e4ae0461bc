// More variants of the tests' family: right when they are verified, and wrong, or idle, in a way of
// their own when they are timed. The last ones only look as if they were.
#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "kernels/device/device.h"
#include "tests/harness/toy_family.h"
#include "variants/form.h"

namespace toy {
namespace {

/// What a run does, by how many there were: in all, and since reset(), this one included.
struct run_number {
  int in_all = 0, since_reset = 0;
};
enum class deed { right, wrong, nothing };
using behaviour = std::function<deed(run_number)>;

__global__ void scaled(device::span<const double> in, device::span<double> out, double factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < in.size()) out[i] = factor * in[i];
}

/// On the device or on the host.
class mutant final : public retime::runner<toy::answer> {
 public:
  mutant(const problem& asked, retime::processor where, behaviour behaves)
      : asked_(asked),
        where_(where),
        behaves_(std::move(behaves)),
        in_(asked.numbers.size()),
        out_(asked.numbers.size()),
        on_host_(asked.numbers.size()) {
    in_.upload(asked.numbers);
  }

  void reset() override {
    number_.since_reset = 0;
    out_.poison();
    std::ranges::fill(on_host_, std::numeric_limits<double>::quiet_NaN());
  }
  void run(device::stream& queue) override {
    ++number_.in_all, ++number_.since_reset;
    const deed now = behaves_(number_);
    if (now != deed::nothing) scale(queue, now == deed::right ? 2 : 3);
  }
  toy::answer answer() override {
    return {where_ == retime::processor::gpu ? out_.to_host() : on_host_};
  }

 private:
  void scale(device::stream& queue, double factor) {
    const auto size = static_cast<unsigned>(asked_.numbers.size());
    if (where_ == retime::processor::gpu) {
      device::launch(queue, scaled, {.grid = dim3((size + 31) / 32), .block = dim3(32)},
                     std::as_const(in_).view(), out_.view(), factor);
      return;
    }
    for (unsigned i = 0; i < size; ++i) on_host_[i] = factor * asked_.numbers[i];
  }

  const problem& asked_;
  retime::processor where_;
  behaviour behaves_;
  run_number number_;
  device::buffer<double> in_, out_;
  std::vector<double> on_host_;
};

/// Goes on from where the last run ended, as a walk does: right after reset() alone.
class advancing final : public retime::runner<toy::answer> {
 public:
  explicit advancing(const problem& asked) : start_(asked.numbers) {}
  void reset() override { numbers_ = start_; }
  void run(device::stream&) override {
    for (double& x : numbers_) x = x < 1e100 ? 2 * x : 1;
  }
  toy::answer answer() override { return {numbers_}; }

 private:
  const std::vector<double>& start_;
  std::vector<double> numbers_;
};

/// reset() leaves nothing of the input in the caches.
class cold_after_reset final : public retime::runner<toy::answer> {
 public:
  explicit cold_after_reset(const problem& asked)
      : in_(asked.numbers), other_(std::size_t{32} << 20) {}
  void reset() override {
    for (std::size_t i = 0; i < other_.size(); i += 64) ++other_[i];
    out_.clear();
    out_.shrink_to_fit();
  }
  void run(device::stream&) override {
    out_.resize(in_.size());
    for (std::size_t i = 0; i < in_.size(); ++i) out_[i] = 2 * in_[i];
  }
  toy::answer answer() override { return {out_}; }

 private:
  const std::vector<double>& in_;
  std::vector<double> out_;
  std::vector<unsigned char> other_;
};

retime::work work_of_mutant(const problem& asked, const retime::point&) {
  return {.bytes = 16 * static_cast<double>(asked.numbers.size())};
}

bool add(const std::string& id, retime::processor where, auto prepare) {
  retime::variant_form<problem> form;
  form.id = id;
  form.runs_on = where;
  form.work = work_of_mutant;
  form.prepare = [prepare](const problem& asked, const retime::point&) { return prepare(asked); };
  return retime::add(retime::erase(std::move(form)), __FILE__);
}

/// For either processor. `made()`: the behaviour of a new runner.
bool add_mutant(const std::string& id, const std::function<behaviour()>& made) {
  for (const auto where : {retime::processor::gpu, retime::processor::cpu}) {
    add((where == retime::processor::cpu ? "cpu_" : "gpu_") + id, where,
        [=](const problem& asked) { return std::make_unique<mutant>(asked, where, made()); });
  }
  return true;
}

bool add_mutant(const std::string& id, behaviour behaves) {
  return add_mutant(id, [behaves]() -> behaviour { return behaves; });
}

template <class Runner>
bool add_on_host(const std::string& id) {
  return add(id, retime::processor::cpu,
             [](const problem& asked) { return std::make_unique<Runner>(asked); });
}

deed wrong_if(bool wrong) { return wrong ? deed::wrong : deed::right; }
deed idle_if(bool idle) { return idle ? deed::nothing : deed::right; }

[[maybe_unused]] const bool added_mutants[] = {
    add_mutant("honest", [](run_number) { return deed::right; }),
    add_mutant("lazy", [](run_number run) { return idle_if(run.since_reset > 1); }),
    add_mutant("wrong_every_7th", [](run_number run) { return wrong_if(run.in_all % 7 == 0); }),
    add_mutant("wrong_every_16th", [](run_number run) { return wrong_if(run.in_all % 16 == 0); }),
    add_mutant("idle_every_7th", [](run_number run) { return idle_if(run.in_all % 7 == 0); }),
    add_mutant("wrong_from_the_4th", [](run_number run) { return wrong_if(run.since_reset > 3); }),
    add_mutant("wrong_1_in_7",
               []() -> behaviour {
                 return [random = std::mt19937(3)](run_number) mutable {
                   return wrong_if(random() % 7 == 0);
                 };
               }),
    add_on_host<advancing>("cpu_advances"),
    add_on_host<cold_after_reset>("cpu_cold_after_reset"),
};

}  // namespace
}  // namespace toy
