// Two programs, measured against each other in pairs of fresh processes until every case is
// decided.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/compare/compare.h"
#include "harness/worker/run_requests.h"
#include "harness/worker/worker.h"

namespace retime::ab {

struct session_options {
  std::string base_program, new_program;
  std::string device = "auto";
  nlohmann::json cases;     ///< the request for them, see run_requests.h
  std::uint64_t seed = 1;   ///< of all orders, and of the inputs
  double timeout_s = 600;   ///< of a case in one process
  double slowdown = 0;      ///< injected into NEW
  double sampling_s = 0.1;  ///< of a case in one process, about
  compare::compare_options how{};
};

/// One of the two programs and what its processes measured.
class side {
 public:
  /// Throws bad_input if it is no program that serves cases.
  side(const session_options& options, const std::string& program, int runs);

  const nlohmann::json& header() { return device_.header(); }
  /// Of its cases, in its order.
  const std::vector<std::string>& keys() const { return keys_; }
  bool has(const std::string& key) const { return cases_.contains(key); }
  const std::string& workload_of(const std::string& key) const;
  /// What is measured next is measured by a fresh process.
  void begin_process() { device_.stop(); }
  /// False if the case went wrong.
  bool measure(const std::string& key);
  /// Of each case that was measured, what all processes say together.
  std::vector<nlohmann::json> records() const;

 private:
  const session_options& options_;
  int runs_;
  worker device_;
  std::vector<std::string> keys_;
  std::map<std::string, nlohmann::json> cases_;
  std::map<std::string, std::vector<nlohmann::json>> measured_;
};

/// A case's turn in a round, counted from 0; false breaks the round off.
using turn_observer =
    std::function<bool(std::size_t place, std::size_t cases, const std::string& key)>;

class session {
 public:
  /// Asks both programs for their cases. Throws bad_input if they share none.
  explicit session(session_options options);
  session(const session&) = delete;

  /// One round: a fresh process of either program; they take turns case by case, in random order,
  /// and who is first is random, too. Then all pairs so far are looked at.
  void round(const turn_observer& begins);
  const compare::comparison& result() const { return result_; }
  std::size_t rounds() const { return rounds_; }
  /// Cases that are not decided; further rounds measure these.
  const std::vector<std::string>& open() const { return open_; }
  /// Equal code on both sides: what is called different is called so falsely.
  bool is_same_program();
  const nlohmann::json& header() { return base_.header(); }
  /// Writes the runs DIR/base and DIR/new, which `compare` judges as this session did.
  void write(const std::filesystem::path& folder, const std::vector<std::string>& argv);

 private:
  nlohmann::json header_of(side& which) const;
  void look();

  session_options options_;
  side base_, new_;
  std::string id_;
  std::vector<std::string> open_, only_base_, only_new_;
  std::size_t rounds_ = 0;
  compare::comparison result_;
};

}  // namespace retime::ab
