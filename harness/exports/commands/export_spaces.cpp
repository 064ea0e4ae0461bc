#include "harness/exports/commands/export_spaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "harness/files/write_file.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

/// The only one, or with --all each in a file of its own.
void write_spaces(const export_request& request, const std::vector<named_problem>& spaces,
                  const std::function<json(std::size_t)>& document_of) {
  const auto names = short_names(spaces);
  if (!request.all && spaces.size() > 1)
    throw bad_input(fmt::format(
        "--to {}: a file holds one space, and here are {}: {}; choose one by --filter, or write "
        "each to a file by --all --out DIR",
        request.format, names.size(), first_few(names)));
  if (!request.all) return write_export(request, exported(document_of(0)).text);
  const auto files = file_names(names);
  std::vector<std::pair<std::string, std::string>> texts;
  for (std::size_t i = 0; i < files.size(); ++i)
    texts.emplace_back(files[i], exported(document_of(i)).text);
  write_all(request.out, texts, "--out");
  print_result("{} {} in {}\n", files.size(), files.size() == 1 ? "file" : "files", request.out);
}

named_problem described(const tuning_problem& problem) {
  const benchmark_case& any = problem.any();
  point workload = any.point;
  for (const auto& axis : any.variant->axes) workload.erase(axis.name);
  return {any.family->id + "/" + any.variant->id, workload.values()};
}

/// Names what the variant runs on. A program for GPUs describes spaces where there is none, too.
std::string device_name_of(const tuning_problem& problem) {
  if (problem.any().variant->runs_on == processor::cpu) return "CPU";
  return device::count() > 0 ? device::current().name : "GPU";
}

std::vector<point> configurations_of(const tuning_problem& problem) {
  std::vector<point> configurations;
  for (const auto& valid : problem.cases) configurations.push_back(tuning_of(valid));
  return configurations;
}

/// Where a variant's space is the same on every input, any input serves.
std::vector<tuning_problem> without_repetitions(std::vector<tuning_problem> problems) {
  const auto* variant = problems.front().any().variant;
  const auto configurations = configurations_of(problems.front());
  const bool is_one_space = std::ranges::all_of(problems, [&](const tuning_problem& problem) {
    return problem.any().variant == variant && configurations_of(problem) == configurations;
  });
  if (is_one_space) problems.resize(1);
  return problems;
}

}  // namespace

void check_flags(const export_request& request, const export_form& form) {
  if (!request.axes.empty() && !form.of_problem)
    throw bad_input(fmt::format("--axis {}: of t1 alone; cases of a run are chosen by --filter",
                                request.axes.front()));
  if (!request.all) return check_writable(request.out, "--out");
  if (form.of_run)
    throw bad_input(fmt::format(
        "--all: of t4, t1 and kernel-tuner-cache; a file of '{}' holds all cases", request.format));
  if (request.out.empty()) throw bad_input("--all: name the folder for the files by --out DIR");
  check_folder(request.out, "--out");
}

void write_export(const export_request& request, const std::string& text) {
  if (request.out.empty()) {
    write_result(text);
  } else {
    write_text(request.out, text, "--out");
  }
}

void export_recorded_spaces(const export_request& request, const export_form& form) {
  const auto run = load_run(request.run, request.filter);
  auto spaces = tuning_spaces(run);
  std::vector<named_problem> names;
  const auto count = spaces.size();
  const std::string why = spaces.front().unfit;
  if (request.all) std::erase_if(spaces, [](const auto& space) { return !space.unfit.empty(); });
  if (spaces.empty() || (spaces.size() == 1 && !spaces.front().unfit.empty()))
    throw bad_input(fmt::format("--to {}: {}: {}", request.format, request.run, why));
  for (const auto& space : spaces) names.push_back(space.problem);
  write_spaces(request, names, [&](std::size_t i) { return form.of_space(run.header, spaces[i]); });
  if (spaces.size() < count)
    print_status("{} of {} spaces are left out: {}\n", count - spaces.size(), count,
                 "none of their configurations has a measured time");
}

void export_described_spaces(const export_request& request, const export_form& form) {
  if (!request.run.empty())
    throw bad_input(fmt::format(
        "{}: --to t1 describes a variant, not a run; choose one by --filter alone", request.run));
  sweep_request chosen;
  chosen.filter = request.filter;
  for (const auto& axis : request.axes) chosen.axes.push_back(parse_axis_setting(axis));
  auto problems = problems_of(chosen);
  if (!request.all) problems = without_repetitions(std::move(problems));
  std::vector<named_problem> names;
  for (const auto& problem : problems) names.push_back(described(problem));
  write_spaces(request, names, [&](std::size_t i) {
    return form.of_problem(problems[i], device_name_of(problems[i]));
  });
}

}  // namespace retime::exports
