// kernels <- variants <- harness: an include never points the other way, the harness knows no
// family by name, and its rooms include each other in one direction.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
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

using room_table = std::map<std::string, std::set<std::string>>;

/// Which rooms of harness/ a room may include, besides itself; docs/architecture.md shows the same.
const room_table rooms{
    {"support", {}},
    {"measure", {"support"}},
    {"registry", {"support"}},
    {"record", {"support", "measure", "registry"}},
    {"run", {"support", "measure", "registry", "record"}},
    {"compare", {"support", "measure", "record"}},
    {"audit", {"measure", "registry", "record", "run", "compare"}},
    {"export", {"support", "record"}},
    {"tune", {"support", "measure"}},
    {"tune/strategies", {"tune"}},
    {"tune/device", {"support", "measure", "registry", "record", "run", "tune"}},
    {"cli",
     {"support", "measure", "registry", "record", "run", "compare", "audit", "export", "tune",
      "tune/device"}},
};

struct inclusion {
  std::string from, to;  ///< paths below the repository's root
  int line;

  std::string text() const { return from + ":" + std::to_string(line) + ": includes " + to; }
};

/// The arrows between files of harness/, but for main.cpp, which stands above all rooms.
std::vector<inclusion> harness_inclusions() {
  static const std::regex include(R"re(^#include "(harness/[^"]+)")re");
  std::vector<inclusion> all;
  for (const auto& file : sources("harness")) {
    const std::string from = fs::relative(file, source).string();
    std::ifstream in(file);
    int number = 0;
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (from != "harness/main.cpp" && std::regex_search(line, match, include))
        all.push_back({from, match[1], number});
    }
  }
  return all;
}

std::string room_of(const std::string& path) {
  return fs::relative(fs::path(path).parent_path(), "harness").string();
}

/// A source and its header are one.
std::string unit_of(const std::string& path) { return fs::path(path).replace_extension().string(); }

TEST(Rooms, AllStandInTheTable) {
  for (const auto& file : sources("harness")) {
    if (file.filename() == "main.cpp") continue;
    EXPECT_TRUE(rooms.contains(room_of(fs::relative(file, source).string()))) << file;
  }
}

TEST(Rooms, IncludeNoneBeyondTheTable) {
  for (const auto& one : harness_inclusions()) {
    const std::string from = room_of(one.from), to = room_of(one.to);
    EXPECT_TRUE(from == to || rooms.at(from).contains(to)) << one.text();
  }
}

TEST(Rooms, IncludeEachOtherInNoCircle) {
  std::set<std::string> below;  // rooms whose arrows all end in rooms that are in here
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [room, may_include] : rooms) {
      if (std::ranges::includes(below, may_include)) grown |= below.insert(room).second;
    }
  }
  EXPECT_EQ(below.size(), rooms.size());
}

TEST(Rooms, FilesIncludeEachOtherInNoCircle) {
  std::map<std::string, std::map<std::string, std::string>> arrows;  // from, to, where
  for (const auto& one : harness_inclusions()) {
    const std::string from = unit_of(one.from), to = unit_of(one.to);
    if (from != to) arrows[from].emplace(to, one.text());
  }
  // Takes away what includes nothing that is left; a circle remains.
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (auto& [from, targets] : arrows)
      std::erase_if(targets, [&](const auto& target) { return !arrows.contains(target.first); });
    shrunk = std::erase_if(arrows, [](const auto& one) { return one.second.empty(); }) > 0;
  }
  for (const auto& [from, targets] : arrows) {
    for (const auto& [to, where] : targets) ADD_FAILURE() << "in or above a circle: " << where;
  }
}

/// The rows "| `room` | what it does | `room`, `room` |".
room_table documented_rooms() {
  static const std::regex row(R"re(^\| `([a-z/]+)` \|[^|]*\|([^|]*)\|$)re"), name("`([a-z/]+)`");
  room_table table;
  std::ifstream in(source / "docs/architecture.md");
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (!std::regex_match(line, match, row)) continue;
    const std::string listed = match[2];
    auto& may_include = table[match[1]];
    for (std::sregex_iterator each(listed.begin(), listed.end(), name), end; each != end; ++each)
      may_include.insert((*each)[1]);
  }
  return table;
}

TEST(Rooms, StandInTheDocumentAsInTheTable) { EXPECT_EQ(documented_rooms(), rooms); }

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
