// The list of a record's members (members.h): nothing is lost between reading and writing, and the
// schema knows them all.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/files/json_input.h"
#include "harness/record/record.h"

namespace retime {
namespace {

using nlohmann::json;

const std::filesystem::path root = RETIME_SOURCE_DIR;

TEST(Members, ARecordIsWrittenAsItWasRead) {
  std::size_t count = 0;
  with_json_lines(root / "results/emulation/replications_accesses/records.jsonl",
                  [&](const json& line) {
                    const json written = to_json(case_of(line)).flatten(), read = line.flatten();
                    for (const auto& [place, value] : read.items())
                      EXPECT_EQ(written.value(place, json()), value) << place;
                    ++count;
                  });
  EXPECT_GT(count, 0U);
}

/// The members that the schema names of an object, and those that the program writes.
void expect_same_members(const json& schema, const json& written, const std::string& place) {
  if (written.is_array() && !written.empty())
    return expect_same_members(schema.at("items"), written.front(), place + "/[]");
  if (!written.is_object()) return;
  if (schema.contains("$ref")) return;  // kinds of values, such as those of axes
  if (!schema.contains("properties")) {
    EXPECT_TRUE(written.empty()) << place;
    return;
  }
  const json& named = schema.at("properties");
  for (const auto& [name, member] : written.items()) {
    EXPECT_TRUE(named.contains(name)) << place << "/" << name << " is not in the schema";
    if (named.contains(name)) expect_same_members(named.at(name), member, place + "/" + name);
  }
  for (const auto& [name, member] : named.items())
    EXPECT_TRUE(written.contains(name)) << place << "/" << name << " is in the schema alone";
}

TEST(Members, AreThoseOfTheSchema) {
  with_json(root / "docs/record.schema.json", [](const json& schema) {
    expect_same_members(schema.at("$defs").at("record"), record_outline(), "");
  });
}

}  // namespace
}  // namespace retime
