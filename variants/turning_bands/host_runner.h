// A field on the host, as the harness runs it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "kernels/turning_bands/field.h"
#include "variants/runner.h"

namespace turning_bands {

class host_runner final : public retime::runner<field> {
 public:
  explicit host_runner(std::function<field()> make) : make_(std::move(make)) {}

  void reset() override { made_ = {}; }
  void run(device::stream&) override { made_ = make_(); }
  field answer() override { return made_; }

 private:
  std::function<field()> make_;
  field made_;
};

}  // namespace turning_bands
