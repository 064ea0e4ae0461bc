// Runs variants as the harness does and says what is wrong with their answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/further_problems.h"
#include "variants/registry.h"

namespace tests {

/// A workload of a family: its problem and probes, and what the reference answers.
struct workload : retime::cases::judged_problem {
  /// All axes at their default but for those given.
  workload(const retime::family& family, const retime::axis_values& given);
  /// In the order in which the variant adds.
  workload in_order_of(const retime::variant& which) const;

  const retime::family& family;
  retime::point point;
};

const retime::family& family_named(std::string_view id);
/// The registered variants of a family.
std::vector<const retime::variant*> variants_of(const retime::family& family);
/// The workload's point with the defaults of the variant's tuning axes, but for those given.
retime::point tuned(const workload& on, const retime::variant& which,
                    const retime::axis_values& given = {});

/// The defaults, the paper's printed point, each axis through its values (at most `most` of them,
/// the ends among them) while the others stay, and `drawn` points by `seed`.
std::vector<retime::axis_values> tuning_points(const retime::variant& which, std::size_t most,
                                               int drawn = 6, unsigned seed = 3);

/// One line for each fault at these tuning points: an answer that is not the reference's, on a
/// probe neither, or not that of the first tuning point to the last bit (within the tolerance for
/// the few variants that add in any order); at the first point also one that a run before changes,
/// or a series that ends elsewhere than a run. Points that the variant refuses are passed over.
std::vector<std::string> faults_of(const retime::variant& which, const workload& on,
                                   const std::vector<retime::axis_values>& tunings);

}  // namespace tests
