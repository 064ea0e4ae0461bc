#include "harness/tune/device/best_tables.h"

#include <fmt/format.h>

#include "harness/files/append_file.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {

namespace fs = std::filesystem;

best_tables::best_tables(std::vector<fs::path> files, std::string device)
    : files_(std::move(files)), device_(std::move(device)) {
  for (const auto& file : files_) read(file);
}

best_table best_tables::read(const fs::path& file) const {
  auto table = fs::exists(file) ? best_table::read(file) : best_table(device_);
  if (table.device() != device_)
    throw bad_input(fmt::format("{}: is of {}, this is {}; name another file", file.string(),
                                table.device(), device_));
  return table;
}

/// Each is read anew, and held until it is written. The lock lies beside it, for it is replaced.
void best_tables::update(const std::vector<nlohmann::json>& entries) const {
  for (const auto& file : files_) {
    std::error_code failed;  // the lock says so
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    const file_lock held(file.string() + ".lock", if_held::wait);
    auto table = read(file);
    for (const auto& entry : entries) table.put(entry);
    table.write(file);
  }
}

}  // namespace retime::tune
