// Several devices of one process: what belongs to one of them is not for another.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/device/collectives.h"
#include "kernels/device/emulation/devices.h"
#include "kernels/device/emulation/host_memory.h"
#include "kernels/device/on_device.h"
#include "tests/device/faults.h"

namespace {

using device::on_device;
using device::backend::current_device;
using tests::AnnouncedAccesses;
using tests::fault_of;

__global__ void copy_int(const int* from, int* to) { *to = *from; }
__global__ void copy_byte(const char* from, char* to) { *to = *from; }
__global__ void count_up(int* counter) { atomicAdd(counter, 1); }
__global__ void double_all(device::span<int> v) { v[threadIdx.x] *= 2; }
__global__ void take_shared() {}

template <class T>
device::buffer<T> on(int index, const std::vector<T>& values) {
  const on_device there(index);
  return device::buffer<T>(values);
}

std::string error_of(const auto& work) {
  try {
    work();
  } catch (const device::error& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(SeveralDevices, AScopeGoesBackToTheDeviceBefore) {
  EXPECT_EQ(current_device(), 0);
  {
    const on_device third(3);
    EXPECT_EQ(current_device(), 3);
    EXPECT_EQ(device::current().index, 3);
    {
      const on_device fifth(5);
      EXPECT_EQ(current_device(), 5);
    }
    EXPECT_EQ(current_device(), 3);
  }
  EXPECT_EQ(current_device(), 0);
  EXPECT_EQ(error_of([] { const on_device beyond(8); }),
            "the emulation has 8 devices, not number 8");
  EXPECT_EQ(current_device(), 0);
}

TEST(SeveralDevices, OneOfThemCanBeSelected) {
  EXPECT_EQ(device::count(), 1);
  EXPECT_EQ(device::count_together(), 8);
  EXPECT_THROW(device::select(1), device::error);
}

TEST(SeveralDevices, EachRunsKernelsOnItsOwnBuffers) {
  for (int index = 0; index < device::count_together(); ++index) {
    const on_device there(index);
    device::buffer<int> values(std::vector{1, 2, 3});
    device::stream queue;
    device::launch(queue, double_all, {.block = 3}, values.view());
    queue.synchronize();
    EXPECT_EQ(values.to_host(), (std::vector{2, 4, 6}));
  }
}

using SeveralDevicesFaults = AnnouncedAccesses;

TEST_F(SeveralDevicesFaults, AKernelReachesNoOtherDevicesBuffer) {
  auto near = on(2, std::vector{1, 2}), far = on(1, std::vector{3});
  const on_device here(2);
  device::stream queue;
  const auto run = [&](auto kernel, auto... arguments) {
    return fault_of([&] { device::launch(queue, kernel, {}, arguments...); });
  };
  EXPECT_EQ(run(copy_int, near.data(), near.data() + 1), "");
  EXPECT_SAYS(run(copy_int, far.data(), near.data()),
              "reads element 0 (of 4 bytes) of a buffer of 4 bytes that is on device 1; the kernel "
              "runs on device 2");
  EXPECT_SAYS(run(copy_int, near.data(), far.data()), "writes element 0 (of 4 bytes)");
  EXPECT_SAYS(run(count_up, far.data()), "that is on device 1");
  const auto bytes = on<char>(0, {'a'});
  EXPECT_SAYS(run(copy_byte, bytes.data(), reinterpret_cast<char*>(near.data())),
              "that is on device 0");
}

TEST(SeveralDevices, WorkIsForStreamsAndBuffersOfTheDevice) {
  auto near = on(0, std::vector{1}), far = on(1, std::vector{3});
  device::stream queue;
  device::event moment;
  const auto elsewhere = [](const auto& work) {
    return error_of([&] {
      const on_device there(1);
      work();
    });
  };
  EXPECT_EQ(elsewhere([&] { device::launch(queue, take_shared, {}); }),
            "a launch in a stream of device 0 while device 1 is current");
  EXPECT_EQ(elsewhere([&] { far.fill_bytes(0, queue); }),
            "a fill in a stream of device 0 while device 1 is current");
  EXPECT_EQ(error_of([&] { far.fill_bytes(0, queue); }),
            "a fill of a buffer on device 1 by device 0");
  EXPECT_EQ(error_of([&] { far.poison(); }), "a fill of a buffer on device 1 by device 0");
  EXPECT_EQ(error_of([&] { far.to_host(); }), "a copy of a buffer on device 1 by device 0");
  EXPECT_EQ(error_of([&] { near.copy_from(far, queue); }),
            "a copy of a buffer on device 1 by device 0");
  EXPECT_EQ(elsewhere([&] {
              device::stream own;
              moment.record(own);
            }),
            "an event of device 0 recorded in a stream of device 1");
}

TEST(SeveralDevices, AKernelsLimitIsRaisedOnEach) {
  constexpr std::size_t bytes = 100'000;
  const device::launch_shape shape{.shared_bytes = bytes};
  const auto refusal = [&](int index) {
    return error_of([&] {
      const on_device there(index);
      device::stream queue;
      device::launch(queue, take_shared, shape);
    });
  };
  device::max_shared(take_shared, bytes);
  EXPECT_EQ(refusal(0), "");
  EXPECT_NE(refusal(1), "");
}

TEST(SeveralDevices, EachHasItsOwnMemory) {
  device::emulation::limit_memory(1000);
  const device::buffer<char> all(1000);
  EXPECT_THROW(device::buffer<char>(1), device::out_of_memory);
  const on_device there(7);
  EXPECT_NO_THROW(device::buffer<char>(1000));
  device::emulation::limit_memory(SIZE_MAX);
}

TEST(SeveralDevices, EventsOrderStreams) {
  device::stream first;
  device::event moment;
  const on_device there(1);
  device::stream second;
  const auto follows = [&] {
    return device::emulation::comes_after(second.state(), first.state());
  };
  EXPECT_FALSE(follows());
  moment.record(first);
  second.wait_for(moment);
  EXPECT_TRUE(follows());
  const on_device back(0);
  device::launch(first, take_shared, {});
  EXPECT_FALSE(follows()) << "the moment was before";
}

/// On devices 1, 4 and 2, in this order.
template <class T>
std::vector<T> summed(const std::vector<std::vector<T>>& values) {
  const std::vector<int> devices{1, 4, 2};
  std::vector<device::buffer<T>> buffers;
  std::vector<device::stream> queues;
  std::vector<device::summand<T>> summands;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const on_device there(devices[i]);
    buffers.emplace_back(values[i]);
    queues.emplace_back();
  }
  for (std::size_t i = 0; i < devices.size(); ++i)
    summands.push_back({buffers[i].data(), &queues[i]});
  device::communicator(devices).sum_to_first(summands, values.front().size());
  const on_device there(4);
  EXPECT_EQ(buffers[1].to_host(), values[1]) << "the others keep theirs";
  EXPECT_TRUE(device::emulation::comes_after(queues[0].state(), queues[2].state()));
  const on_device first(1);
  return buffers.front().to_host();
}

TEST(SeveralDevices, SumToTheFirst) {
  constexpr std::uint64_t large = std::uint64_t{1} << 63;
  EXPECT_EQ((summed<std::uint64_t>({{1, large}, {10, 2}, {100, 3}})),
            (std::vector<std::uint64_t>{111, large + 5}));
  EXPECT_EQ((summed<std::int64_t>({{-1}, {-10}, {4}})), (std::vector<std::int64_t>{-7}));
  EXPECT_EQ((summed<float>({{0.5F}, {1}, {2}})), (std::vector<float>{3.5F}));
  EXPECT_EQ((summed<double>({{1e300}, {1}, {-1e300}})), (std::vector<double>{0}));
}

TEST(SeveralDevices, ASumTakesEachFromItsOwnDevice) {
  const std::vector<int> devices{0, 1};
  device::communicator both(devices);
  auto near = on(0, std::vector<double>{1}), far = on(1, std::vector<double>{2});
  device::stream queue;
  const on_device there(1);
  device::stream other;
  device::buffer<double> unwritten(1);
  const auto refusal = [&](device::summand<double> a, device::summand<double> b) {
    return error_of([&] { both.sum_to_first<double>({a, b}, 1); });
  };
  EXPECT_EQ(refusal({near.data(), &queue}, {far.data(), &queue}),
            "summand 1 in a stream of device 0, not 1");
  EXPECT_EQ(refusal({near.data(), &queue}, {near.data(), &other}),
            "a sum of a buffer on device 0 by device 1");
  EXPECT_EQ(refusal({near.data(), &queue}, {unwritten.data(), &other}),
            "a sum of what nobody has written");
  EXPECT_EQ(error_of([&] {
              both.sum_to_first<double>({{near.data(), &queue}}, 1);
            }),
            "a sum over 2 devices of 1 arrays");
  EXPECT_EQ(refusal({near.data(), &queue}, {far.data(), &other}), "");
}

}  // namespace
