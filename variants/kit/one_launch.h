// The runner of a variant that is one launch of one kernel, writing one array.
#pragma once

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/device/device.h"
#include "variants/runner.h"

namespace retime {

/// Launches kernel(output, inputs...). launch_once() below makes it.
template <class T, class Kernel, class... Input>
class one_launch final : public runner<std::vector<T>> {
 public:
  one_launch(const char* name, Kernel kernel, device::launch_shape shape, std::size_t size,
             Input... inputs)
      : name_(name), kernel_(kernel), shape_(shape), output_(size), inputs_(std::move(inputs)...) {}

  void reset() override { output_.poison(); }
  void run(device::stream& queue) override {
    std::apply(
        [&](const auto&... inputs) {
          device::launch(queue, kernel_, shape_, output_.view(), argument(inputs)...);
        },
        inputs_);
  }
  std::vector<T> answer() override { return output_.to_host(); }
  std::optional<launch_report> launch() const override {
    return device::describe(name_, kernel_, shape_);
  }

 private:
  template <class U>
  static device::span<const U> argument(const device::buffer<U>& input) {
    return input.view();
  }
  template <class U>
  static const U& argument(const U& input) {
    return input;
  }

  const char* name_;
  Kernel kernel_;
  device::launch_shape shape_;
  device::buffer<T> output_;
  std::tuple<Input...> inputs_;
};

template <class U>
device::buffer<U> on_device(const std::vector<U>& input) {
  return device::buffer<U>(input);
}
template <class U>
U on_device(const U& input) {
  return input;
}

/// A variant's `.prepare`: kernel(output, inputs...) with `size` elements of T as its output, a
/// device::span<T>, which is the answer. An input that is a std::vector<U> is copied to the device
/// and arrives as a device::span<const U>; any other arrives as it is. `name` stands in the record.
template <class T, class Kernel, class... Input>
std::unique_ptr<runner<std::vector<T>>> launch_once(const char* name, Kernel kernel,
                                                    device::launch_shape shape, std::size_t size,
                                                    const Input&... inputs) {
  using made = one_launch<T, Kernel, decltype(on_device(inputs))...>;
  return std::make_unique<made>(name, kernel, shape, size, on_device(inputs)...);
}

}  // namespace retime
