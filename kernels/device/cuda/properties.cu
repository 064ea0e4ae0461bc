#include <array>
#include <cstdio>
#include <map>
#include <mutex>

#include "kernels/device/cuda/check.h"
#include "kernels/device/properties.h"

namespace device {
namespace {

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    std::array<char, 4> byte{};
    std::snprintf(byte.data(), byte.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += byte.data();
  }
  return text;
}

/// All but the memory, which changes. Asked once: some clocks come from deep in the driver.
properties fixed_properties(int device) {
  cudaDeviceProp all{};
  cuda::check(cudaGetDeviceProperties(&all, device), "cudaGetDeviceProperties");
  properties answer;
  cuda::check(cudaDriverGetVersion(&answer.driver_version), "cudaDriverGetVersion");
  cuda::check(cudaRuntimeGetVersion(&answer.runtime_version), "cudaRuntimeGetVersion");
  answer.name = all.name;
  answer.uuid = uuid_text(all.uuid);
  answer.index = device;
  answer.compute_major = all.major;
  answer.compute_minor = all.minor;
  answer.multiprocessors = all.multiProcessorCount;
  answer.clock_khz = cuda::attribute(cudaDevAttrClockRate, device);
  answer.memory_clock_khz = cuda::attribute(cudaDevAttrMemoryClockRate, device);
  answer.max_threads_per_multiprocessor = all.maxThreadsPerMultiProcessor;
  answer.max_blocks_per_multiprocessor = all.maxBlocksPerMultiProcessor;
  answer.shared_per_block_optin_bytes = all.sharedMemPerBlockOptin;
  answer.l2_bytes = static_cast<std::size_t>(all.l2CacheSize);
  answer.ecc = all.ECCEnabled != 0;
  return answer;
}

}  // namespace

bool is_emulation() { return false; }

int count() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess) return devices;
  static_cast<void>(cudaGetLastError());  // no driver, or no device: both mean none
  return 0;
}

int count_together() { return count(); }

void select(int index) { cuda::check(cudaSetDevice(index), "cudaSetDevice"); }

properties current() {
  static std::mutex lock;
  static std::map<int, properties> known;
  int device = 0;
  cuda::check(cudaGetDevice(&device), "cudaGetDevice");
  std::size_t free_bytes = 0, total_bytes = 0;
  cuda::check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
  const std::lock_guard guard(lock);
  if (!known.contains(device)) known.emplace(device, fixed_properties(device));
  properties answer = known.at(device);
  answer.memory_free_bytes = free_bytes;
  answer.memory_total_bytes = total_bytes;
  return answer;
}

}  // namespace device
