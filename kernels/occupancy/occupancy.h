// How many blocks of a kernel a multiprocessor holds at once, and what stops it from holding more:
// Listing 1 of Leist, Playne and Hawick (2009), mended, for compute capabilities 1.0 to 2.0, those
// of its time, and 7.0 to 12.1. It needs no GPU, and equals
// cudaOccupancyMaxActiveBlocksPerMultiprocessor (tests/occupancy holds it to recorded answers of
// the runtime).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace occupancy {

/// What one multiprocessor offers; CUDA programming guide, table "Technical Specifications per
/// Compute Capability". Common to all of them: warps of 32.
struct limits {
  int compute_capability;    ///< 10 * major + minor, so that comparisons are right ("major >= 1 &&
                             ///< minor >= 2" is not)
  int warps;                 ///< resident at once
  int blocks;                ///< resident at once
  std::size_t shared_bytes;  ///< of the multiprocessor
  std::size_t block_shared_bytes;     ///< most that one block can have, after opting in
  std::size_t reserved_shared_bytes;  ///< taken by the system from every block
  std::size_t shared_unit_bytes;      ///< a block's share is rounded up to this
  int registers = 65536;              ///< of 32 bits
  int register_unit = 256;            ///< what a warp takes is rounded up to this
  int partitions = 4;          ///< of the registers; 0: a block takes them, for pairs of warps
  int thread_registers = 255;  ///< most that one thread can have
  int block_threads = 1024;    ///< most that one block can have
};

/// All that are known, by compute capability.
std::span<const limits> known_limits();
/// Null if the compute capability (90 for 9.0) is not known.
const limits* find_limits(int compute_capability);

/// What a launch takes.
struct usage {
  int block = 256;               ///< threads
  int registers = 0;             ///< of each thread
  std::size_t shared_bytes = 0;  ///< of each block: static and dynamic
};

/// What runs out first; where several run out together, the first in this order. `does_not_fit`:
/// not one block fits.
enum class limiter { warps, blocks, registers, shared_memory, does_not_fit };
std::string_view to_text(limiter);

struct estimate {
  int block = 0;
  int blocks = 0;        ///< resident on one multiprocessor
  int warps = 0;         ///< resident on one multiprocessor
  double occupancy = 0;  ///< warps over the most possible (Equation 1)
  limiter limited_by = limiter::does_not_fit;
};

/// retime::bad_input: a block under 1, or registers below 0, in one line.
estimate calculate(const limits& device, const usage& taken);

/// One row for every block of 32, 64, ... threads that there can be; the shared memory may grow
/// with the threads.
std::vector<estimate> table(const limits& device, int registers, std::size_t shared_bytes_per_block,
                            std::size_t shared_bytes_per_thread = 0);

/// The row of highest occupancy; of equals the largest block, as Listing 1 has it. Its blocks are 0
/// if none fits.
estimate best(std::span<const estimate> rows);

}  // namespace occupancy
