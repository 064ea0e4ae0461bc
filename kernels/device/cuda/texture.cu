#include <algorithm>
#include <string>

#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/texture.h"
#include "kernels/device/errors.h"

namespace device::cuda {
namespace {

cudaTextureAddressMode address(address_mode mode) {
  switch (mode) {
    case address_mode::wrap:
      return cudaAddressModeWrap;
    case address_mode::clamp:
      return cudaAddressModeClamp;
    case address_mode::mirror:
      return cudaAddressModeMirror;
    case address_mode::border:
      break;
  }
  return cudaAddressModeBorder;
}

texture_object make(const cudaResourceDesc& resource, sampling how) {
  cudaTextureDesc texture{};
  for (auto& axis : texture.addressMode) axis = address(how.mode);
  texture.filterMode = cudaFilterModePoint;
  texture.readMode = cudaReadModeElementType;
  texture.normalizedCoords = how.normalised;
  texture_object object = 0;
  check(cudaCreateTextureObject(&object, &resource, &texture, nullptr), "cudaCreateTextureObject");
  return object;
}

}  // namespace

texture_handle texture_handle::linear(const void* data, std::size_t bytes,
                                      cudaChannelFormatDesc texel) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {const_cast<void*>(data), texel, bytes};
  texture_handle made;
  made.object_ = make(resource, {});
  return made;
}

texture_handle texture_handle::pitched(const void* data, std::size_t width, std::size_t height,
                                       std::size_t pitch_bytes, cudaChannelFormatDesc texel,
                                       sampling how) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {const_cast<void*>(data), texel, width, height, pitch_bytes};
  texture_handle made;
  made.object_ = make(resource, how);
  return made;
}

texture_handle texture_handle::array(cudaExtent extent, cudaChannelFormatDesc texel, sampling how) {
  texture_handle made;
  made.extent_ = extent;
  const cudaError_t code = cudaMalloc3DArray(&made.array_, &texel, extent);
  if (code == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    std::size_t free_bytes = 0, total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    const auto texel_bytes = static_cast<std::size_t>(texel.x + texel.y + texel.z + texel.w) / 8;
    throw out_of_memory(
        extent.width * extent.height * std::max<std::size_t>(1, extent.depth) * texel_bytes,
        free_bytes);
  }
  check(code, "cudaMalloc3DArray");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made.array_;
  made.object_ = make(resource, how);
  return made;
}

texture_handle& texture_handle::operator=(texture_handle&& other) noexcept {
  std::swap(object_, other.object_);
  std::swap(array_, other.array_);
  std::swap(extent_, other.extent_);
  return *this;
}

texture_handle::~texture_handle() {
  if (object_ != 0) cudaDestroyTextureObject(object_);
  if (array_ != nullptr) cudaFreeArray(array_);
}

void texture_handle::copy_from(const void* dense, std::size_t size, std::size_t element_bytes,
                               stream& queue) {
  cudaExtent copied = extent_;
  copied.depth = std::max<std::size_t>(1, extent_.depth);
  check_size(size, copied.width * copied.height * copied.depth);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>(dense), copied.width * element_bytes,
                                    copied.width, copied.height);
  copy.dstArray = array_;
  copy.extent = copied;  // in elements, since an array takes part
  copy.kind = cudaMemcpyDeviceToDevice;
  check(cudaMemcpy3DAsync(&copy, queue.handle()), "cudaMemcpy3DAsync");
}

}  // namespace device::cuda
