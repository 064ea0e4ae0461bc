// Algorithm 2 on the device, one block a lattice. The loop, for each of the lattice's items:
//
//   for step = first .. last:
//     i = a site of the item's own
//     l[-1 .. n] = the words of sites i-1 .. i+n, rotated where they are a neighbour's
//     step(l)                                         (word_step.h)
//     write l back, rotated back
//     wait for the block
//     if step is to be looked at: count particles and pairs
//
// What varies is given by `Rules`.
#pragma once

#include <type_traits>

#include "kernels/device/device.h"
#include "kernels/pcpd/bank.h"
#include "kernels/pcpd/lattice_part.h"
#include "kernels/pcpd/sites.h"

namespace pcpd {

/// The sites of a lattice's next steps as printed: every thread draws them from the same stream.
template <class Generator>
class drawn_sites {
 public:
  __device__ drawn_sites(std::uint64_t /*key*/, int local) : local_(local) {}

  __device__ void load(device::span<const word> states, std::size_t lattices, std::size_t lattice) {
    random_.load(states, lattices, lattice);
  }
  __device__ void store(device::span<word> states, std::size_t lattices,
                        std::size_t lattice) const {
    if (threadIdx.x == 0) random_.store(states, lattices, lattice);
  }

  __device__ __forceinline__ void look_ahead(std::int64_t /*first*/) {}
  template <class Bank>
  __device__ __forceinline__ int at(int /*turn*/, Bank& /*bank*/) {
    return drawn_site(random_.draw_one(), local_);
  }

 private:
  bank<Generator, 1> random_;
  int local_;
};

/// The sites of a thread's next steps, 32 in a row: each lane knows what one of them needs.
template <site_choice Choice>
class hashed_sites {
 public:
  __device__ hashed_sites(std::uint64_t key, int local) : key_(key), local_(local) {}

  __device__ void load(auto&&...) {}
  __device__ void store(auto&&...) const {}

  /// Before steps first .. first+31, counted from 0; a multiple of 32.
  __device__ __forceinline__ void look_ahead(std::int64_t first) {
    const int thread = static_cast<int>(threadIdx.x);
    const std::int64_t mine = first + thread % warpSize;
    if constexpr (Choice == site_choice::per_lattice) {
      ahead_ = static_cast<word>(common_site(key_, mine, local_));
    } else if constexpr (Choice == site_choice::per_warp) {
      ahead_ = static_cast<word>(
          site_in_half(halves(key_, mine), mine, warp_word(key_, thread / warpSize, mine), local_));
    } else {
      ahead_ = halves(key_, mine);
    }
  }
  /// The site of step first + turn.
  template <class Bank>
  __device__ __forceinline__ int at(int turn, Bank& bank) {
    if constexpr (Choice == site_choice::per_thread) {
      return site_in_half(ahead_, turn, bank.draw_one(), local_);
    } else {
      return static_cast<int>(__shfl_sync(~0u, ahead_, turn));
    }
  }

 private:
  std::uint64_t key_;
  int local_;
  word ahead_ = 0;
};

/// What is fixed when it is compiled. `Words` words of a lattice belong to a thread: those of as
/// many items side by side. Shared: the lattice is in shared memory for as long as the kernel runs,
/// in global memory else.
template <int Tuple, class Generator, class Masks, int Words, site_choice Sites, bool Shared>
struct rules {
  static constexpr int tuple = Tuple, words = Words;
  using masks = Masks;
  using bank = pcpd::bank<Generator, Words>;
  static constexpr site_choice sites = Sites;
  using site_sequence =
      std::conditional_t<Sites == site_choice::drawn, drawn_sites<Generator>, hashed_sites<Sites>>;
  static constexpr bool shared = Shared;
};

/// A launch: some steps of some lattices.
struct run_part {
  pcpd::layout layout;
  std::int64_t first = 1, last = 0;  ///< steps
  int lattice = 0;                   ///< of block 0, counted from the device's first
  int lattices = 0;                  ///< on this device
  int first_lattice = 0;             ///< of the device, counted through the run
  int sample = 0;                    ///< the first to be counted
  std::uint64_t seed = 0;
  int draw = 0;
};

/// A lattice in device memory, for lattice_part.
class device_words {
 public:
  constexpr explicit device_words(device::span<word> words) : words_(words) {}

  constexpr word& operator[](int address) const { return words_[address]; }
  template <int Words>
  constexpr void load(int address, word (&l)[Words]) const {
    const auto side_by_side = *group<Words>(address);
    for (int k = 0; k < Words; ++k) l[k] = side_by_side.word[k];
  }
  template <int Words>
  constexpr void store(int address, const word (&l)[Words]) const {
    aligned_words<Words> side_by_side;
    for (int k = 0; k < Words; ++k) side_by_side.word[k] = l[k];
    *group<Words>(address) = side_by_side;
  }

 private:
  /// Read and written by one instruction.
  template <int Words>
  struct alignas(Words * sizeof(pcpd::word)) aligned_words {
    pcpd::word word[Words];
  };
  template <int Words>
  constexpr aligned_words<Words>* group(int address) const {
    return reinterpret_cast<aligned_words<Words>*>(words_.subspan(address, Words).data());
  }

  device::span<word> words_;
};

/// `states` are those of all streams, `site_states` those of the lattices' sites where these are
/// drawn; `sample_steps` ascend, -1 behind the last; `particles` and `pairs` are [sample][lattice],
/// 0 before the run.
template <class Rules>
__global__ void __launch_bounds__(512)
    simulate(run_part part, typename Rules::masks masks, device::span<word> lattices,
             device::span<word> states, device::span<word> site_states,
             device::span<const std::int64_t> sample_steps, device::span<unsigned> particles,
             device::span<unsigned> pairs) {
  const int lattice = part.lattice + static_cast<int>(blockIdx.x);
  const int size = static_cast<int>(part.layout.words());
  const device::span<word> home = lattices.subspan(std::size_t(lattice) * size, size);
  device::span<word> words = home;
  if constexpr (Rules::shared) {
    words = device::dynamic_shared<word>(size);
    for (int i = static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x))
      words[i] = home[i];
    __syncthreads();
  }
  lattice_part<Rules::tuple, Rules::words, device_words> mine(
      device_words(words), part.layout, static_cast<int>(threadIdx.x) * Rules::words);
  const std::size_t streams = std::size_t(part.lattices) * part.layout.items;
  const std::size_t stream =
      std::size_t(lattice) * part.layout.items + threadIdx.x * std::size_t(Rules::words);
  typename Rules::bank bank;
  bank.load(device::span<const word>(states), streams, stream);
  typename Rules::site_sequence sites(site_key(part.seed, part.draw, part.first_lattice + lattice),
                                      part.layout.local);
  sites.load(device::span<const word>(site_states), part.lattices, lattice);

  int sample = part.sample;
  for (int done = 0;;) {
    const std::int64_t due = sample_steps[sample];
    const bool counted = due >= 0 && due <= part.last;
    const int until = static_cast<int>((counted ? due : part.last) - part.first) + 1;
    while (done < until) {
      const std::int64_t step = part.first - 1 + done;
      const int begin = static_cast<int>(step % 32), end = min(begin + until - done, 32);
      sites.look_ahead(step - begin);
      for (int turn = begin; turn < end; ++turn) {
        mine.update(sites.at(turn, bank), masks, bank);
        __syncthreads();
      }
      done += end - begin;
    }
    if (!counted) break;
    unsigned occupied = 0, paired = 0;
    mine.count(occupied, paired);
    atomicAdd(&particles[std::size_t(sample) * part.lattices + lattice], occupied);
    atomicAdd(&pairs[std::size_t(sample) * part.lattices + lattice], paired);
    __syncthreads();  // counted before the next step writes
    ++sample;
  }

  bank.store(states, streams, stream);
  sites.store(site_states, part.lattices, lattice);
  if constexpr (Rules::shared) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x))
      home[i] = words[i];
  }
}

}  // namespace pcpd
