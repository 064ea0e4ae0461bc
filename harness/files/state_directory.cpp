#include "harness/files/state_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdlib>

#include "harness/text/number_text.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

namespace fs = std::filesystem;

/// The XDG base directory specification: a relative path is to be ignored.
fs::path absolute_of(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path();
}

std::string folder_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    name += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '-';
  }
  return name;
}

}  // namespace

fs::path state_directory() {
  if (const fs::path state = absolute_of("XDG_STATE_HOME"); !state.empty()) return state / "retime";
  if (const fs::path home = absolute_of("HOME"); !home.empty())
    return home / ".local" / "state" / "retime";
  throw bad_input("neither XDG_STATE_HOME nor HOME names a folder to write to; give one by --out");
}

fs::path default_run_path(const std::string& device_name) {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const auto whole = floor<seconds>(now);
  return state_directory() / "runs" /
         fmt::format("{}.{:06}Z-{}-{}", utc_text(system_clock::to_time_t(whole), "%Y%m%dT%H%M%S"),
                     duration_cast<microseconds>(now - whole).count(), ::getpid(),
                     folder_name(device_name));
}

fs::path default_table(const std::string& device_name) {
  const std::string vendor = "NVIDIA ";
  const std::size_t prefix = device_name.starts_with(vendor) ? vendor.size() : 0;
  return state_directory() / folder_name(device_name.substr(prefix)) / "best.json";
}

}  // namespace retime
