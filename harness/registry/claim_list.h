// The cases that decide the papers' claims, as `python -m plots.plan` listed them from recorded
// runs, and as many of the claims as fit into a time.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/registry/sweep.h"
#include "harness/text/filter.h"

namespace retime {

/// A case, and what it takes in a process on the GPU that recorded it. Cases of one input share
/// `input_s`.
struct claim_case {
  benchmark_case benchmark;
  double input_s = 0, case_s = 0;
};

/// A claim that these cases decide, in so many processes each.
struct listed_claim {
  std::string family, id;
  std::size_t processes = 1;
  std::vector<std::size_t> cases;  ///< places in claim_list::cases
};

struct claim_list {
  double sampling_s = 0;             ///< of a case in a process
  std::vector<listed_claim> claims;  ///< those first that decide most in their time
  std::vector<claim_case> cases;
};

/// `text` as in variants/claim_cases.json; of none an empty list. Of the request count the seed,
/// and whether the cases are wanted as they are listed or in the recommended form; two of them may
/// then be one case. Throws std::runtime_error where a case is none of this program.
claim_list claim_list_from(const std::string& text, const sweep_request& request);

/// Claims count where the filter leaves them all of their cases.
struct claim_choice {
  std::map<std::size_t, std::size_t> processes;  ///< of each chosen case, by its place in the list
  std::size_t claims = 0, claims_in_all = 0;
  double seconds = 0, seconds_in_all = 0;  ///< predicted

  bool has_all() const { return claims == claims_in_all; }
};

/// In the list's order; one that does not fit beside those before it is passed over.
claim_choice choose(const claim_list& list, const key_filter& filter, double most_s);

}  // namespace retime
