// Copies to shared memory beside the work of a thread: a ring of rows, of every size that a copy
// may have, read by the thread itself and behind a barrier by another.
#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

constexpr unsigned columns = 48, rows = 21, ring_rows = 4;

/// Sums of `rows` numbers, some of them on their way while others are added.
template <class T>
__global__ void sum_rows(device::span<const T> in, device::span<T> out) {
  __shared__ device::shared_array<T, ring_rows, columns> ring;
  const unsigned i = threadIdx.x;
  const auto fetch = [&](unsigned row) {
    if (row < rows) device::copy_async(&ring(row % ring_rows, i), &in[row * columns + i]);
    device::commit_copies();
  };
  for (unsigned row = 0; row < ring_rows - 1; ++row) fetch(row);
  T sum = 0;
  for (unsigned row = 0; row < rows; ++row) {
    fetch(row + ring_rows - 1);
    device::wait_for_copies<ring_rows - 1>();
    const T value = ring(row % ring_rows, i);
    sum += value;
  }
  out[i] = sum;
}

/// Two of the largest copies.
struct eight_numbers {
  int4 first, second;
};

__global__ void turn(device::span<const eight_numbers> in, device::span<eight_numbers> out) {
  __shared__ device::shared_array<eight_numbers, columns> line;
  const unsigned i = threadIdx.x;
  device::copy_async(&line[i], &in[i]);
  device::commit_copies();
  device::wait_for_copies<0>();
  __syncthreads();
  out[i] = line[columns - 1 - i];
}

template <class T>
void check_sums(device_check::report& results, const char* name) {
  std::vector<T> numbers(rows * columns), expected(columns, 0);
  for (unsigned i = 0; i < rows * columns; ++i) {
    numbers[i] = static_cast<T>(i * i % 1001);
    expected[i % columns] += numbers[i];
  }
  device::stream queue;
  const device::buffer<T> in(numbers);
  device::buffer<T> out(columns);
  device::launch(queue, sum_rows<T>, {.grid = 1, .block = columns}, in.view(), out.view());
  results.equal(name, out.to_host(), expected);
}

}  // namespace

void device_check::check_async_copies(report& results) {
  check_sums<float>(results, "a ring of 4 bytes");
  check_sums<double>(results, "a ring of 8 bytes");

  std::vector<eight_numbers> numbers;
  for (int i = 0; i < static_cast<int>(columns); ++i)
    numbers.push_back({make_int4(i, -i, 100 * i, 7), make_int4(8 * i, 9, 10 * i, 11 * i)});
  device::stream queue;
  const device::buffer<eight_numbers> in(numbers);
  device::buffer<eight_numbers> out(columns);
  device::launch(queue, turn, {.grid = 1, .block = columns}, in.view(), out.view());
  const std::vector<eight_numbers> turned = out.to_host();
  const auto listed = [](const eight_numbers& n) {
    return std::vector<int>{n.first.x,  n.first.y,  n.first.z,  n.first.w,
                            n.second.x, n.second.y, n.second.z, n.second.w};
  };
  for (unsigned i = 0; i < columns; ++i)
    results.equal("32 bytes", listed(turned[i]), listed(numbers[columns - 1 - i]));
}
