#include "tests/fuzz/cases.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <typeinfo>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::fuzz {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(fmt::format("{}: no seed there", file.string()));
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_fit_for_a_terminal(const std::string& text) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (printable(line) != line) return false;
    begin = end + 1;
  }
  return true;
}

/// What makes a refusal more than one line that a person can read; empty if nothing does.
std::string unfit_part(const std::string& refusal) {
  constexpr std::size_t longest = 2000;
  if (refusal.empty() || refusal.size() > longest)
    return fmt::format("is of {} bytes", refusal.size());
  if (printable(refusal) != refusal) return "holds control characters";
  for (const char* raw :
       {"json.exception", "type must be", "filesystem error", "std::", "basic_string"}) {
    if (refusal.find(raw) != refusal.npos) return fmt::format("holds a library's text, '{}'", raw);
  }
  return "";
}

}  // namespace

cases::cases(fs::path seeds, const std::string& only, std::uint64_t seed)
    : seeds_(std::move(seeds)), seed_(seed), readers_(readers()) {
  if (!only.empty()) std::erase_if(readers_, [&](const reader& one) { return one.file != only; });
  if (readers_.empty()) throw bad_input(fmt::format("--only {}: no such seed", only));
}

input cases::at(std::uint64_t number) const {
  std::seed_seq start{seed_, number};
  generator random(start);
  const reader& by = readers_[random() % readers_.size()];
  return {&by, mutated(content_of(seeds_ / by.file), by.as, random)};
}

std::vector<std::string> cases::faults_of(const input& given, const fs::path& scratch) const {
  fs::remove_all(scratch);
  fs::copy(seeds_, scratch, fs::copy_options::recursive);
  std::ofstream(scratch / given.by->file, std::ios::binary) << given.text;
  std::vector<std::string> faults;
  const auto show = [&](const std::string& text) {
    if (!is_fit_for_a_terminal(text)) faults.emplace_back("shows control characters");
  };
  try {
    given.by->read(scratch, show);
  } catch (const bad_input& refusal) {
    const auto unfit = unfit_part(refusal.what());
    if (!unfit.empty())
      faults.push_back(
          fmt::format("a refusal {}: {}", unfit, printable(refusal.what()).substr(0, 300)));
  } catch (const std::exception& other) {
    faults.push_back(fmt::format("{}: {}", typeid(other).name(), printable(other.what())));
  }
  return faults;
}

}  // namespace retime::fuzz
