// A record of one process, which waits in processes.jsonl for those of further processes.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace retime {

/// Throws bad_input unless it is a record of a correct, timed case with all that is merged
/// (processes/merge.h).
void require_process_record(const nlohmann::json& record);

}  // namespace retime
