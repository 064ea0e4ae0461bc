// The plain loop on the host as a variant.
#pragma once

#include <string>

#include "variants/kit/one_call.h"
#include "variants/replications/axes.h"

namespace replications {

/// On all cores or on one.
inline retime::variant_form<problem> on_host(const std::string& id, bool parallel,
                                             double most_words) {
  retime::variant_form<problem> made;
  made.id = id;
  made.runs_on = retime::processor::cpu;
  made.cores = parallel ? retime::host_cores::all : retime::host_cores::one;
  made.invalid = [most_words](const retime::point& at) { return too_many_words(at, most_words); };
  made.memory_bytes = memory_bytes;
  made.work = work_of;
  made.prepare = [parallel](const problem& given, const retime::point&) {
    return retime::call_once<outcome>([&given, parallel](int) {
      return model_of(given).run_on_host(given, first_replications(given.replications), parallel);
    });
  };
  return made;
}

}  // namespace replications
