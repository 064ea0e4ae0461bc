// Two programs, measured against each other in pairs of fresh processes until every case is
// decided.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/gate/ab/program.h"
#include "harness/gate/compare.h"

namespace retime::gate {

struct session_options {
  std::string base_program, new_program;
  measuring_options measuring;
  double slowdown = 0;  ///< injected into NEW
  compare_options deciding{};
};

/// One of the two programs and what its processes measured.
struct measured_side {
  program code;
  std::map<std::string, std::vector<recorded_case>> measured{};

  /// False if the case went wrong.
  bool measure(const std::string& key);
  /// What all processes say together of each case that was measured. `precision`: see
  /// merged_processes.h.
  std::vector<recorded_case> records(double precision) const;
};

/// A turn of a round, counted from 0, which is of one case in one program; false breaks the round
/// off.
using turn_observer =
    std::function<bool(std::size_t place, std::size_t cases, const std::string& key)>;

class session {
 public:
  /// Asks both programs for their cases. Throws bad_input if they share none.
  explicit session(session_options options);
  session(const session&) = delete;

  /// One round: a fresh process of either program, one after the other, in random order; both take
  /// the cases in the same order, which is the round's own. Then all pairs so far are looked at.
  void round(const turn_observer& begins);
  const comparison& result() const { return result_; }
  std::size_t rounds() const { return rounds_; }
  /// Cases that are not decided; further rounds measure these.
  const std::vector<std::string>& open() const { return open_; }
  /// Equal code on both sides: what is called different is called so falsely.
  bool is_same_program();
  const nlohmann::json& header() { return base_.code.header(); }
  /// Writes the runs DIR/base and DIR/new, which `compare` judges as this session did.
  void write(const std::filesystem::path& folder, const std::vector<std::string>& argv);

 private:
  nlohmann::json header_of(measured_side& side) const;
  void look();

  session_options options_;
  measured_side base_, new_;
  std::string id_;
  std::vector<std::string> open_, only_base_, only_new_;
  std::size_t rounds_ = 0;
  comparison result_;
};

}  // namespace retime::gate
