#include <algorithm>
#include <memory>

#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"

namespace device::backend {

struct texture_state {
  texture_state() = default;
  texture_state(const texture_state&) = delete;
  ~texture_state() {
    if (object != 0) cudaDestroyTextureObject(object);
    if (array != nullptr) cudaFreeArray(array);
  }
  cudaTextureObject_t object = 0;
  cudaArray_t array = nullptr;
  cudaExtent extent{};  ///< depth 0: two-dimensional
  std::size_t texel_bytes = 0;
};

namespace {

cudaTextureAddressMode native(address_mode mode) {
  constexpr cudaTextureAddressMode modes[]{cudaAddressModeWrap, cudaAddressModeClamp,
                                           cudaAddressModeMirror, cudaAddressModeBorder};
  return modes[static_cast<int>(mode)];
}

cudaChannelFormatKind native(texel_kind kind) {
  constexpr cudaChannelFormatKind kinds[]{cudaChannelFormatKindFloat, cudaChannelFormatKindSigned,
                                          cudaChannelFormatKindUnsigned};
  return kinds[static_cast<int>(kind)];
}

cudaChannelFormatDesc format(const texture_layout& layout) {
  const auto bits = [&](std::size_t component) {
    return 4 * component < layout.texel_bytes ? 32 : 0;
  };
  return cudaCreateChannelDesc(bits(0), bits(1), bits(2), bits(3), native(layout.kind));
}

void allocate_array(texture_state& texture, const texture_layout& layout) {
  texture.extent = {layout.extent[0], layout.extent[1],
                    layout.dimensions == 3 ? layout.extent[2] : 0};
  texture.texel_bytes = layout.texel_bytes;
  const cudaChannelFormatDesc texel = format(layout);
  cuda::check_allocation(
      cudaMalloc3DArray(&texture.array, &texel, texture.extent), "cudaMalloc3DArray",
      layout.extent[0] * layout.extent[1] * layout.extent[2] * layout.texel_bytes);
}

cudaResourceDesc resource(const texture_state& texture, const texture_layout& layout) {
  const auto [width, height, depth] = layout.extent;
  auto* texels = const_cast<void*>(layout.texels);
  cudaResourceDesc all{};
  if (texture.array != nullptr) {
    all.resType = cudaResourceTypeArray;
    all.res.array.array = texture.array;
  } else if (layout.dimensions == 1) {
    all.resType = cudaResourceTypeLinear;
    all.res.linear = {texels, format(layout), width * layout.texel_bytes};
  } else {
    all.resType = cudaResourceTypePitch2D;
    all.res.pitch2D = {texels, format(layout), width, height, layout.pitch * layout.texel_bytes};
  }
  return all;
}

cudaPitchedPtr rows_of(const texture_state& texture, void* memory, std::size_t pitch) {
  return make_cudaPitchedPtr(memory, pitch * texture.texel_bytes, texture.extent.width,
                             texture.extent.height);
}

void copy(cudaMemcpy3DParms& rows, const texture_state& texture, stream_state& queue) {
  rows.extent = texture.extent;  // in elements, since an array takes part
  rows.extent.depth = std::max<std::size_t>(1, rows.extent.depth);
  rows.kind = cudaMemcpyDeviceToDevice;
  cuda::check(cudaMemcpy3DAsync(&rows, cuda::native(queue)), "cudaMemcpy3DAsync");
}

}  // namespace

texture_state* make_texture(const texture_layout& layout, sampling how) {
  auto texture = std::make_unique<texture_state>();
  if (layout.texels == nullptr) allocate_array(*texture, layout);
  const cudaResourceDesc texels = resource(*texture, layout);
  cudaTextureDesc reading{};
  for (auto& axis : reading.addressMode) axis = native(how.mode);
  reading.filterMode = cudaFilterModePoint;
  reading.readMode = cudaReadModeElementType;
  reading.normalizedCoords = how.normalised;
  cuda::check(cudaCreateTextureObject(&texture->object, &texels, &reading, nullptr),
              "cudaCreateTextureObject");
  return texture.release();
}

void release_texture(texture_state* texture) noexcept { delete texture; }

texture_object object_of(const texture_state& texture) { return texture.object; }

void fill_array(texture_state& texture, const void* from, std::size_t pitch, stream_state& queue) {
  cudaMemcpy3DParms rows{};
  rows.srcPtr = rows_of(texture, const_cast<void*>(from), pitch);
  rows.dstArray = texture.array;
  copy(rows, texture, queue);
}

void read_array(const texture_state& texture, void* to, std::size_t pitch, stream_state& queue) {
  cudaMemcpy3DParms rows{};
  rows.srcArray = texture.array;
  rows.dstPtr = rows_of(texture, to, pitch);
  copy(rows, texture, queue);
}

}  // namespace device::backend
