// Checks of the device that hold on a GPU and in the emulation alike, against one table of expected
// values, which the host computes. retime-device-check runs them on the GPU; the unit tests run
// them in the emulation.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace device_check {

/// Gathers what differs; a check goes on after a mismatch.
class report {
 public:
  template <class T>
  void equal(const std::string& name, const T& got, const T& expected) {
    ++compared_;
    if (got == expected) return;
    if (mismatches_.size() < 20)
      mismatches_.push_back(name + ": got " + std::to_string(got) + ", expected " +
                            std::to_string(expected));
    ++failed_;
  }
  template <class T>
  void equal(const std::string& name, const std::vector<T>& got, const std::vector<T>& expected) {
    equal(name + ", size", got.size(), expected.size());
    for (std::size_t i = 0; i < got.size() && i < expected.size(); ++i)
      equal(name + "[" + std::to_string(i) + "]", got[i], expected[i]);
  }
  std::size_t compared() const { return compared_; }
  std::size_t failed() const { return failed_; }
  const std::vector<std::string>& mismatches() const { return mismatches_; }

 private:
  std::size_t compared_ = 0, failed_ = 0;
  std::vector<std::string> mismatches_;
};

struct entry {
  const char* name;
  void (*run)(report&);
};

void check_launch(report&);
void check_shared(report&);
void check_async_copies(report&);
void check_warp_shuffles(report&);
void check_warp_votes(report&);
void check_atomics(report&);
void check_texture_2d(report&);
void check_texture_3d(report&);
void check_texture_linear(report&);
void check_graph(report&);
void check_math(report&);
void check_random(report&);
void check_fft(report&);
void check_limits(report&);
void check_describe(report&);
void check_several_devices(report&);

inline const std::vector<entry>& all() {
  static const std::vector<entry> entries{
      {"launch", check_launch},
      {"shared memory", check_shared},
      {"async copies", check_async_copies},
      {"warp shuffles", check_warp_shuffles},
      {"warp votes", check_warp_votes},
      {"atomics", check_atomics},
      {"texture 2-D", check_texture_2d},
      {"texture 3-D", check_texture_3d},
      {"texture linear", check_texture_linear},
      {"graph", check_graph},
      {"arithmetic", check_math},
      {"random words", check_random},
      {"FFT", check_fft},
      {"limits", check_limits},
      {"describe", check_describe},
      {"several devices", check_several_devices},
  };
  return entries;
}

}  // namespace device_check
