#include <array>
#include <optional>
#include <string>

#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/launch.h"
#include "kernels/device/limits.h"
#include "kernels/occupancy/occupancy.h"

namespace device {
namespace {

int current_attribute(cudaDeviceAttr which) {
  int device = 0;
  cuda::check(cudaGetDevice(&device), "cudaGetDevice");
  return cuda::attribute(which, device);
}

std::array<unsigned, 3> extents(const dim3& d) { return {d.x, d.y, d.z}; }

cudaFuncAttributes attributes_of(const void* kernel) {
  cudaFuncAttributes attributes{};
  cuda::check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  return attributes;
}

int threads_of(const launch_shape& shape) {
  return static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
}

/// That fit a multiprocessor.
int blocks_at_once(const void* kernel, const launch_shape& shape) {
  int blocks = 0;
  cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads_of(shape),
                                                            shape.shared_bytes),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

/// What keeps more than `blocks` from fitting; nothing if the calculator does not know the device
/// or counts otherwise than the driver.
std::optional<std::string> limiter(int blocks, int threads, int registers,
                                   std::size_t shared_bytes) {
  const auto* known =
      occupancy::find_limits(10 * current_attribute(cudaDevAttrComputeCapabilityMajor) +
                             current_attribute(cudaDevAttrComputeCapabilityMinor));
  if (known == nullptr) return std::nullopt;
  const auto estimate = occupancy::calculate(*known, {threads, registers, shared_bytes});
  if (estimate.blocks != blocks) return std::nullopt;
  return std::string(occupancy::to_text(estimate.limited_by));
}

}  // namespace

bool cuda::has_programmatic_launch() {
  static const bool can = current_attribute(cudaDevAttrComputeCapabilityMajor) >= 9;
  return can;
}

namespace backend {

std::size_t shared_limit(const void* kernel) {
  return static_cast<std::size_t>(attributes_of(kernel).maxDynamicSharedSizeBytes);
}

void set_shared_limit(const void* kernel, std::size_t bytes) {
  check_shared(
      bytes, static_cast<std::size_t>(current_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)));
  cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)),
              "max_shared");
}

int most_resident(const void* kernel, const launch_shape& shape) {
  return blocks_at_once(kernel, shape) * current_attribute(cudaDevAttrMultiProcessorCount);
}

launch_report describe(const char* name, const void* kernel, const launch_shape& shape) {
  const cudaFuncAttributes attributes = attributes_of(kernel);
  const int threads = threads_of(shape), blocks = blocks_at_once(kernel, shape);
  if (blocks == 0)
    throw error(std::string(name) + ": a block of " + std::to_string(threads) + " threads with " +
                std::to_string(attributes.numRegs) + " registers each and " +
                std::to_string(attributes.sharedSizeBytes + shape.shared_bytes) +
                " bytes of shared memory does not fit a multiprocessor");

  const int warps = (threads + 31) / 32;
  const int most_warps = current_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  const double at_a_time =
      static_cast<double>(blocks) * current_attribute(cudaDevAttrMultiProcessorCount);
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
          .limiter = limiter(blocks, threads, attributes.numRegs,
                             attributes.sharedSizeBytes + shape.shared_bytes)};
}

}  // namespace backend
}  // namespace device
