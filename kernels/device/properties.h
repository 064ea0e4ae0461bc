// What the device is, in numbers that a record's header can store.
#pragma once

#include <cstddef>
#include <string>

namespace device {

struct properties {
  std::string name;  ///< "emulation", or the GPU's marketing name
  std::string uuid;  ///< "GPU-xxxxxxxx-xxxx-..." as nvidia-smi prints it; empty in emulation
  int index = 0;     ///< ordinal, as in --device cuda:N
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;  ///< host threads in emulation
  int clock_khz = 0, memory_clock_khz = 0;
  int max_threads_per_multiprocessor = 0, max_blocks_per_multiprocessor = 0;
  std::size_t shared_per_block_optin_bytes = 0;
  std::size_t l2_bytes = 0;
  std::size_t memory_total_bytes = 0, memory_free_bytes = 0;
  int driver_version = 0, runtime_version = 0;  ///< as CUDA codes them, 1000 * major + 10 * minor
  bool ecc = false;
};

bool is_emulation();  ///< whether this program runs kernels on the CPU
int count();          ///< devices that can be selected; 0 if the driver finds none
/// Devices that one case can use together (on_device.h): count(), but in emulation 8, of which
/// the first alone can be selected.
int count_together();
void select(int index);  ///< makes a device current for this host thread; throws device::error
properties current();    ///< of the selected device; memory_free_bytes is read anew at each call

}  // namespace device
