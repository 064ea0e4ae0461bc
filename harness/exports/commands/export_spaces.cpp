#include "harness/exports/commands/export_spaces.h"

#include <fmt/format.h>

#include "harness/exports/formats.h"
#include "harness/exports/t1.h"
#include "harness/files/write_file.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

using space_document = nlohmann::ordered_json;

bool holds_one_space(const std::string& format) {
  return format == "t4" || format == "t1" || format == "kernel-tuner-cache";
}

/// The only one, or with --all each in a file of its own.
void write_spaces(const export_request& given, const std::vector<named_problem>& spaces,
                  const std::function<space_document(std::size_t)>& document_of) {
  const auto names = short_names(spaces);
  if (!given.all && spaces.size() > 1)
    throw bad_input(fmt::format(
        "--to {}: a file holds one space, and here are {}: {}; choose one by --filter, or write "
        "each to a file by --all --out DIR",
        given.format, names.size(), first_few(names)));
  if (!given.all) return write_export(given, document_of(0));
  const auto files = file_names(names);
  std::vector<std::pair<std::string, std::string>> texts;
  for (std::size_t i = 0; i < files.size(); ++i)
    texts.emplace_back(files[i], document_of(i).dump(1) + "\n");
  write_all(given.out, texts, "--out");
  print_result("{} {} in {}\n", files.size(), files.size() == 1 ? "file" : "files", given.out);
}

named_problem described(const tuning_problem& problem) {
  const benchmark_case& any = problem.any();
  point workload = any.at;
  for (const auto& axis : any.variant->axes) workload.erase(axis.name);
  return {any.family->id + "/" + any.variant->id, workload.values()};
}

/// Of what the variant runs on. A program for GPUs describes spaces where there is none, too.
std::string device_name_of(const tuning_problem& problem) {
  if (problem.any().variant->runs_on == processor::cpu) return "CPU";
  return device::count() > 0 ? device::current().name : "GPU";
}

/// Where a variant's space is the same on every input, any input serves.
std::vector<tuning_problem> without_repetitions(std::vector<tuning_problem> problems) {
  const auto space_of = [](const tuning_problem& problem) {
    return t1(problem, "")["ConfigurationSpace"];
  };
  const auto& first = problems.front();
  for (const auto& other : problems) {
    if (other.any().variant != first.any().variant || space_of(other) != space_of(first))
      return problems;
  }
  problems.resize(1);
  return problems;
}

}  // namespace

void check_flags(const export_request& given) {
  if (!given.axes.empty() && given.format != "t1")
    throw bad_input(fmt::format("--axis {}: of t1 alone; cases of a run are chosen by --filter",
                                given.axes.front()));
  if (!given.all) return check_writable(given.out, "--out");
  if (!holds_one_space(given.format))
    throw bad_input(fmt::format(
        "--all: of t4, t1 and kernel-tuner-cache; a file of '{}' holds all cases", given.format));
  if (given.out.empty()) throw bad_input("--all: name the folder for the files by --out DIR");
  check_folder(given.out, "--out");
}

void write_export(const export_request& given, const std::string& text) {
  if (given.out.empty()) {
    write_result(text);
  } else {
    write_text(given.out, text, "--out");
  }
}

void write_export(const export_request& given, const space_document& document) {
  write_export(given, document.dump(1) + "\n");
}

void export_recorded_spaces(const export_request& given) {
  const auto run = load_run(given.run, given.filter);
  auto spaces = tuning_spaces(run);
  std::vector<named_problem> names;
  const auto found = spaces.size();
  const std::string why = spaces.front().unfit;
  if (given.all) std::erase_if(spaces, [](const auto& one) { return !one.unfit.empty(); });
  if (spaces.empty() || (spaces.size() == 1 && !spaces.front().unfit.empty()))
    throw bad_input(fmt::format("--to {}: {}: {}", given.format, given.run, why));
  for (const auto& one : spaces) names.push_back(one.what);
  write_spaces(given, names, [&](std::size_t i) {
    return given.format == "t4" ? t4(spaces[i]) : kernel_tuner_cache(run.header, spaces[i]);
  });
  if (spaces.size() < found)
    print_status("{} of {} spaces are left out: {}\n", found - spaces.size(), found,
                 "none of their configurations has a measured time");
}

void export_described_spaces(const export_request& given) {
  if (!given.run.empty())
    throw bad_input(fmt::format(
        "{}: --to t1 describes a variant, not a run; choose one by --filter alone", given.run));
  sweep_request request;
  request.filter = given.filter;
  for (const auto& axis : given.axes) request.axes.push_back(parse_axis_setting(axis));
  auto problems = problems_of(request);
  if (!given.all) problems = without_repetitions(std::move(problems));
  std::vector<named_problem> names;
  for (const auto& one : problems) names.push_back(described(one));
  write_spaces(given, names,
               [&](std::size_t i) { return t1(problems[i], device_name_of(problems[i])); });
}

}  // namespace retime::exports
