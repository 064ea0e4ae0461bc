// A program that serves its cases, and measures them in fresh processes.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/cases/worker/run_requests.h"
#include "harness/cases/worker/worker.h"

namespace retime::gate {

struct measuring_options {
  std::string device = "auto";
  nlohmann::json cases;     ///< the request for them, see run_requests.h
  std::uint64_t seed = 1;   ///< of all orders, and of the inputs
  double timeout_s = 600;   ///< of a case in one process
  double sampling_s = 0.1;  ///< of a case in one process, about
};

class program {
 public:
  /// `runs` of a case make a sample, see repeated_runner.h. Throws bad_input if it is no program
  /// that serves cases.
  program(const measuring_options& options, const std::string& path, int runs);

  const nlohmann::json& header() { return worker_.header(); }
  /// The keys of its cases, in its order.
  const std::vector<std::string>& keys() const { return keys_; }
  bool has(const std::string& key) const { return cases_.contains(key); }
  /// The keys in an order of the round's own; the cases of one input stay together.
  std::vector<std::string> shuffled(const std::vector<std::string>& keys,
                                    std::uint64_t round) const;
  /// What is measured next is measured by a fresh process. To be called as soon as its turn is
  /// over: a second process that has a context on the GPU, idle as it is, gave runs of many short
  /// kernels two speeds, 15 % apart (seen on an H200).
  void end_process() { worker_.stop(); }
  /// The record, also of a case that went wrong.
  recorded_case measure(const std::string& key);

 private:
  double timeout_s_, sampling_s_;
  std::uint64_t seed_;
  int runs_;
  cases::worker worker_;
  std::vector<std::string> keys_;
  std::map<std::string, nlohmann::json> cases_;
};

}  // namespace retime::gate
