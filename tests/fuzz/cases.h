// The inputs of a fuzzing run, by number, and what is wrong with how one was read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/fuzz/readers.h"

namespace retime::fuzz {

struct input {
  const reader* by;
  std::string text;
};

class cases {
 public:
  cases(std::filesystem::path seeds, const std::string& only, std::uint64_t seed);

  /// The same for the same seeds and number, whatever was asked before.
  input at(std::uint64_t number) const;
  /// Reads it in a copy of the seeds that is made there; what is wrong, one entry each.
  std::vector<std::string> faults_of(const input& given,
                                     const std::filesystem::path& scratch) const;

 private:
  std::filesystem::path seeds_;
  std::uint64_t seed_;
  std::vector<reader> readers_;
};

}  // namespace retime::fuzz
