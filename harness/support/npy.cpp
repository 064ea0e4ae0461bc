#include "harness/support/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <stdexcept>

namespace retime {

void write_npy(const std::filesystem::path& file, const saved_array& array) {
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}",
                                   fmt::join(array.shape, ", "));
  constexpr std::size_t preamble_bytes = 10;
  header.append(63 - (preamble_bytes + header.size()) % 64,
                ' ');  // data starts at a multiple of 64
  header += '\n';
  const auto length = static_cast<unsigned>(header.size());

  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(length & 0xff)
      << static_cast<char>(length >> 8) << header;
  out.write(reinterpret_cast<const char*>(array.data.data()),
            static_cast<std::streamsize>(array.data.size() * sizeof(double)));
  if (!out.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace retime
