// What a device has to offer so that the classes of this folder run on it: cuda/ and emulation/
// define these functions, and a program is linked with one of the two, as it is with those of
// properties.h. Kernels and launchers use the classes instead. All but the release functions, which
// take null too, throw device::error if the device refuses.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <typeinfo>

#include "kernels/device/access_count.h"
#include "kernels/device/launch_report.h"
#include "kernels/device/sampling.h"

namespace device {
struct launch_shape;
}

namespace device::backend {

/// Owns what a make_* function gave.
template <class T, void (*Release)(T*)>
struct releaser {
  void operator()(T* owned) const { Release(owned); }
};
template <class T, void (*Release)(T*)>
using handle = std::unique_ptr<T, releaser<T, Release>>;

// Devices of this process, for cases that use several.
int current_device();  ///< of this host thread, by its index
void make_current(int index);
void return_to(int index) noexcept;  ///< to one that was current before

// Streams, and marks in them.
struct stream_state;
stream_state* make_stream();
void release_stream(stream_state*) noexcept;
void synchronize(stream_state&);

struct event_state;
event_state* make_event();
void release_event(event_state*) noexcept;
void record(event_state&, stream_state&);
void synchronize(event_state&);
double elapsed_ns(const event_state& begin, const event_state& end);
/// What the stream is given from now on waits for the mark, in a stream of any device.
void wait(stream_state&, const event_state&);

// Memory. Throws out_of_memory; what was never written holds anything.
std::byte* allocate(std::size_t bytes);  ///< on the device
void release_memory(std::byte*) noexcept;
std::byte* allocate_pinned(std::size_t bytes);  ///< on the host, page-locked
void release_pinned(std::byte*) noexcept;

enum class direction { to_device, to_host, on_device };
/// In the order of the stream; null: after the work before it on any stream, and the host waits.
void copy(void* to, const void* from, std::size_t bytes, direction, stream_state*);
void fill(void* to, unsigned char value, std::size_t bytes, stream_state*);
/// All bits set, as in memory that was never written; after the work before it on any stream.
void poison(void* memory, std::size_t bytes);

// What a stream was given, recorded instead of run.
struct graph_state;
void begin_capture(stream_state&);
graph_state* end_capture(stream_state&);
void abandon_capture(stream_state&) noexcept;
void release_graph(graph_state*) noexcept;
std::size_t nodes(const graph_state&);
void launch(graph_state&, stream_state&);
bool is_recorded(stream_state&);  ///< between begin_capture() and the end of it

// Textures.
enum class texel_kind { real, signed_integer, unsigned_integer };  ///< of each 4 bytes
struct texture_layout {
  const void* texels = nullptr;                ///< in a buffer; null: in an array of its own
  int dimensions = 1;                          ///< 1: linear memory, for tex1Dfetch
  std::array<std::size_t, 3> extent{1, 1, 1};  ///< x, y, z
  std::size_t pitch = 0;                       ///< texels between the rows of a buffer
  texel_kind kind = texel_kind::real;
  std::size_t texel_bytes = 4;           ///< 4, 8 or 16
  const std::type_info* type = nullptr;  ///< of a texel
};
struct texture_state;
texture_state* make_texture(const texture_layout&, sampling);
void release_texture(texture_state*) noexcept;
texture_object object_of(const texture_state&);
/// Between the texture's own array and device memory, x fastest, whose rows lie `pitch` texels
/// apart.
void fill_array(texture_state&, const void* from, std::size_t pitch, stream_state&);
void read_array(const texture_state&, void* to, std::size_t pitch, stream_state&);

// What is known of a kernel, by its address.
std::size_t shared_limit(const void* kernel);  ///< bytes of dynamic shared memory it may have
void set_shared_limit(const void* kernel, std::size_t bytes);
/// A shape that passed check_shape().
launch_report describe(const char* name, const void* kernel, const launch_shape&);
int most_resident(const void* kernel, const launch_shape&);  ///< blocks that run at once

// Sums over several devices.
enum class number_kind { unsigned_64, signed_64, real_32, real_64 };
struct array_in_stream {
  void* data;
  stream_state* queue;
};
struct communicator_state;
communicator_state* make_communicator(std::span<const int> devices);
void release_communicator(communicator_state*) noexcept;
void sum_to_first(communicator_state&, std::span<const array_in_stream>, std::size_t count,
                  number_kind);

// The accesses of device memory by what is launched in between; nothing on a GPU.
void begin_counting();
void end_counting();
std::optional<access_count> counted();

// In the folders' launch.h, which sees the kernel's types:
// template <class... P, class... A>
// void launch(stream_state&, void (*kernel)(P...), const launch_shape&, A&&... arguments);

}  // namespace device::backend
