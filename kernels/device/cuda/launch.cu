#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kernels/device/cuda/launch.h"
#include "kernels/device/limits.h"
#include "kernels/device/properties.h"

namespace device::cuda {
namespace {

int attribute(cudaDeviceAttr which) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

std::array<unsigned, 3> extents(const dim3& d) { return {d.x, d.y, d.z}; }

/// How many blocks of the shape fit a multiprocessor by each resource alone; the smallest limits.
struct resource {
  const char* name;
  int blocks;
};

std::vector<resource> resources(const cudaFuncAttributes& kernel, const launch_shape& shape) {
  // Since compute capability 3.0: registers are given to warps in units of 256, to each of four
  // schedulers apart.
  constexpr int register_unit = 256, schedulers = 4;
  const int threads = static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
  const int warps = (threads + 31) / 32;
  const int per_warp = (kernel.numRegs * 32 + register_unit - 1) / register_unit * register_unit;
  const int registers = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  const int warps_by_registers =
      per_warp == 0 ? 64 : registers / schedulers / per_warp * schedulers;
  constexpr std::size_t shared_unit = 128;  // since compute capability 8.0
  const std::size_t shared = kernel.sharedSizeBytes + shape.shared_bytes +
                             attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  const std::size_t shared_taken = (shared + shared_unit - 1) / shared_unit * shared_unit;
  const int by_shared = static_cast<int>(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) /
                                         std::max<std::size_t>(1, shared_taken));
  return {{"warps", attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32 / warps},
          {"registers", warps_by_registers / warps},
          {"shared memory", by_shared},
          {"blocks", attribute(cudaDevAttrMaxBlocksPerMultiprocessor)}};
}

}  // namespace

void check_shape(const void* kernel, const launch_shape& shape) {
  check_extents(extents(shape.grid), extents(shape.block));
  if (shape.shared_bytes <= default_shared_bytes) return;
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  check_shared(shape.shared_bytes, static_cast<std::size_t>(attributes.maxDynamicSharedSizeBytes));
}

void set_max_shared(const void* kernel, std::size_t bytes) {
  check_shared(bytes, static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)));
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)),
        "max_shared");
}

launch_report describe(const char* name, const void* kernel, const launch_shape& shape) {
  check_shape(kernel, shape);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  const int threads = static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shape.shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  if (blocks == 0)
    throw error(std::string(name) + ": a block of " + std::to_string(threads) + " threads with " +
                std::to_string(attributes.numRegs) + " registers each and " +
                std::to_string(attributes.sharedSizeBytes + shape.shared_bytes) +
                " bytes of shared memory does not fit a multiprocessor");

  const auto by = resources(attributes, shape);
  const auto least = std::min_element(
      by.begin(), by.end(), [](const auto& a, const auto& b) { return a.blocks < b.blocks; });
  const int warps = (threads + 31) / 32;
  const int most_warps = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  const double at_a_time = static_cast<double>(blocks) * attribute(cudaDevAttrMultiProcessorCount);
  const double all = static_cast<double>(shape.grid.x) * shape.grid.y * shape.grid.z;
  return {.kernel = name,
          .grid = extents(shape.grid),
          .block = extents(shape.block),
          .shared_bytes = attributes.sharedSizeBytes + shape.shared_bytes,
          .registers = attributes.numRegs,
          .local_bytes = static_cast<int>(attributes.localSizeBytes),
          .blocks_per_multiprocessor = blocks,
          .occupancy = static_cast<double>(blocks * warps) / most_warps,
          .waves = all / at_a_time,
          .limiter = least->name};
}

}  // namespace device::cuda
