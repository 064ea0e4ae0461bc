// kernels <- variants <- harness: an include never points the other way, and the harness knows no
// family by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "variants/form.h"

namespace {

namespace fs = std::filesystem;
const fs::path source = RETIME_SOURCE_DIR;

std::vector<fs::path> sources(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".h" || ending == ".cuh" || ending == ".cu" || ending == ".cpp")
      files.push_back(entry.path());
  }
  return files;
}

/// Lines of the files below `folder` that match, as "file:line: text".
std::vector<std::string> offences(const std::string& folder, const std::regex& forbidden,
                                  const std::string& only_endings = ".h.cuh.cu.cpp") {
  std::vector<std::string> found;
  for (const auto& file : sources(folder)) {
    if (only_endings.find(file.extension().string() + ".") == std::string::npos &&
        !only_endings.ends_with(file.extension().string())) {
      continue;
    }
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (std::regex_search(line, forbidden))
        found.push_back(file.string() + ":" + std::to_string(number) + ": " + line);
    }
  }
  return found;
}

std::string join(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  return all;
}

TEST(Layers, SourcesAreFound) {
  for (const char* folder : {"kernels", "variants", "harness"})
    EXPECT_GT(sources(folder).size(), 3U) << folder;
}

TEST(Layers, KernelsIncludeNeitherVariantsNorHarnessNorJson) {
  const auto found =
      offences("kernels", std::regex(R"re(#include ["<](variants|harness|nlohmann|benchmark)/)re"));
  EXPECT_TRUE(found.empty()) << join(found);
}

TEST(Layers, DeviceSourcesLeaveFormattingToHostSources) {
  for (const char* folder : {"kernels", "variants", "harness"}) {
    const auto found =
        offences(folder, std::regex(R"re(#include <(fmt|nlohmann)/(?!json_fwd))re"), ".cu.cuh");
    EXPECT_TRUE(found.empty()) << join(found);
  }
}

TEST(Layers, VariantsDoNotIncludeTheHarness) {
  const auto found = offences("variants", std::regex(R"re(#include "harness/)re"));
  EXPECT_TRUE(found.empty()) << join(found);
}

TEST(Layers, TheHarnessKnowsNoFamilyByName) {
  for (const auto& family : retime::families()) {
    const auto found = offences("harness", std::regex("\\b" + family.id + "\\b"));
    EXPECT_TRUE(found.empty()) << join(found);
  }
}

TEST(Layers, FilesStayReadable) {
  for (const char* folder : {"kernels", "variants", "harness", "tests"}) {
    for (const auto& file : sources(folder)) {
      std::ifstream in(file);
      const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
      EXPECT_LE(lines, 400) << file;
    }
  }
}

}  // namespace
