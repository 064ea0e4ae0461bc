// What two headers differ in: records of different origin could not be told apart in one file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace retime {

/// Parts of a header, such as "device/name" or "git": of what was measured on what kind of device;
/// and besides by which build, on which kind of host, and how.
inline const std::vector<std::string> kind_of_device{"schema_version", "device/kind",
                                                     "device/name"};
inline const std::vector<std::string> build_and_host{
    "git",    "program",         "compilers", "flags", "driver", "runtime",
    "clocks", "locked_sm_clock", "ecc",       "host",  "seed"};

struct origin_difference {
  std::string name;  ///< of the value, such as "flags/cxx"
  nlohmann::json first, other;
};

/// The first value below these parts that differs; a value that one header lacks is null.
std::optional<origin_difference> difference(const nlohmann::json& first,
                                            const nlohmann::json& other,
                                            const std::vector<std::string>& parts);

}  // namespace retime
