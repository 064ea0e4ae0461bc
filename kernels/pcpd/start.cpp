#include "kernels/pcpd/start.h"

#include <algorithm>
#include <cmath>

#include "kernels/support/bad_input.h"
#include "kernels/support/npy.h"
#include "kernels/support/random.h"

namespace pcpd {

bool occupied_at_start(const problem& problem, int lattice, std::int64_t site) {
  switch (problem.start) {
    case start_kind::full:
      return true;
    case start_kind::file:
      return problem.sites[site] != 0;
    case start_kind::random:
      break;
  }
  const std::uint64_t key = retime::random_bits(problem.seed, lattice, 0x7374617274);  // "start"
  return retime::unit_interval(retime::random_bits_at(key, site)) < problem.density;
}

std::vector<std::uint32_t> start_words(const problem& problem, const layout& shape, int first,
                                       int count) {
  std::vector<std::uint32_t> words(count * shape.words(), 0);
  for (int n = 0; n < count; ++n) {
    for (std::int64_t site = 0; site < shape.sites(); ++site) {
      if (occupied_at_start(problem, first + n, site))
        words[n * shape.words() + shape.address(site)] |= std::uint32_t{1} << shape.bit(site);
    }
  }
  return words;
}

std::vector<std::uint8_t> read_start(const std::string& file) {
  const retime::npy_array read = retime::read_npy(file);
  if (read.shape.size() != 1) {
    throw retime::bad_input("start=" + file + ": it has " + std::to_string(read.shape.size()) +
                            " dimensions; give one, the sites of a lattice");
  }
  if (read.data.size() < 10) {  // as few as length= takes
    throw retime::bad_input("start=" + file + ": it has " + std::to_string(read.data.size()) +
                            " sites; give at least 10");
  }
  const auto odd = std::ranges::find_if(read.data, [](double v) { return v != 0 && v != 1; });
  if (odd != read.data.end()) {
    throw retime::bad_input("start=" + file + ": site " + std::to_string(odd - read.data.begin()) +
                            " is neither 0 nor 1");
  }
  return {read.data.begin(), read.data.end()};
}

}  // namespace pcpd
