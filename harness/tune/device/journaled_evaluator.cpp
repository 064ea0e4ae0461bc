#include "harness/tune/device/journaled_evaluator.h"

#include <algorithm>
#include <filesystem>

#include "harness/files/read_file.h"
#include "harness/record/source_hashes.h"
#include "harness/tune/device/racing.h"

namespace retime::tune {
namespace {

using nlohmann::json;

constexpr double input_share = 0.25;
constexpr std::uint64_t seeds_apart = 1'000'003;

json part(const json& header, const char* place) {
  return header.value(json::json_pointer(place), json());
}

json machine_of(const benchmark_case& candidate, const json& header) {
  if (candidate.variant->runs_on == processor::cpu) return {{"host", part(header, "/host")}};
  json machine{{"device", part(header, "/device")},
               {"driver", part(header, "/driver")},
               {"runtime", part(header, "/runtime")},
               {"clocks", part(header, "/clocks")},
               {"ecc", part(header, "/ecc")}};
  // Not as null: what was measured before clocks could be locked still stands.
  if (header.contains("locked_sm_clock")) machine["locked_sm_clock"] = header["locked_sm_clock"];
  return machine;
}

/// Contents of the files that workload axes name.
json files_of(const benchmark_case& candidate) {
  json hashes = json::object();
  for (const auto& [name, value] : candidate.point.values()) {
    const auto* path = std::get_if<std::string>(&value);
    std::error_code failed;
    if (!path || !std::filesystem::is_regular_file(*path, failed)) continue;
    hashes[name] = hash_of_file(*path);
  }
  return hashes;
}

/// What must be unchanged for an earlier measurement to stand for one made now.
json identity_of(const benchmark_case& candidate, const json& header, const std::string& cache,
                 launches how_many) {
  json measured = {{"cache", cache}};
  if (how_many == launches::raced)
    measured.update({{"first", first_launches}, {"more", more_launches}});
  else
    measured["launches"] = first_launches + more_launches;
  return {{"schema_version", schema_version},
          {"variant", candidate.family->id + "/" + candidate.variant->id},
          {"source", source_hash_of(candidate.variant->source)},
          {"compilers", part(header, "/compilers")},
          {"flags", part(header, "/flags")},
          {"machine", machine_of(candidate, header)},
          {"input", {{"workload", candidate.workload_key}, {"files", files_of(candidate)}}},
          {"measured", measured}};
}

}  // namespace

std::int64_t fresh_seeds::renew() {
  // Small enough for any family's own type, and away from the seeds that people choose.
  current_ = 1'000'000 + static_cast<std::int64_t>(random_() % 1'000'000'000);
  return current_;
}

std::int64_t fresh_seeds::next() {
  const bool affordable = input_s_ + last_input_s_ <= input_share * evaluation_s_;
  return current_ < 0 || affordable ? renew() : current_;
}

void fresh_seeds::spent(double input_s, double evaluation_s) {
  input_s_ += input_s;
  if (input_s > 1e-3 * last_input_s_) last_input_s_ = input_s;  // else it was there already
  evaluation_s_ += evaluation_s;
}

journaled_evaluator::journaled_evaluator(evaluator& device, journal& journal,
                                         const tuning_problem& problem, const std::string& cache,
                                         launches how_many, std::uint64_t seed)
    : evaluator_(device),
      journal_(journal),
      problem_(problem),
      under_way_(device.boards().count()) {
  for (std::size_t board = 0; board < under_way_.size(); ++board)
    seeds_.emplace_back(seed + board * seeds_apart);
  const json identity = identity_of(problem.any(), device.header(), cache, how_many);
  identity_ = hash_of(identity.dump());
  journal_.introduce(identity_, identity);
}

std::optional<evaluation> journaled_evaluator::recall(configuration index) const {
  const journal_entry* entry = journal_.find(identity_, problem_.cases[index].key);
  if (entry == nullptr) return std::nullopt;
  evaluation recalled = evaluation_from(entry->line);
  recalled.place = entry->place;
  return recalled;
}

void journaled_evaluator::begin(std::size_t board, const benchmark_case& candidate,
                                const std::string& key,
                                std::optional<double> elimination_threshold_ns) {
  under_way_[board] = key;
  evaluator_.begin(board, candidate, seeds_[board].next(), elimination_threshold_ns);
}

void journaled_evaluator::begin(std::size_t board, configuration index,
                                std::optional<double> elimination_threshold_ns) {
  const benchmark_case& candidate = problem_.cases[index];
  begin(board, candidate, candidate.key, elimination_threshold_ns);
}

ended_evaluation journaled_evaluator::wait() {
  ended_evaluation ended = evaluator_.wait();
  if (!ended.evaluated) return ended;
  seeds_[ended.board].spent(ended.evaluated->fresh_input_s, ended.evaluated->wall_s);
  journal_.append(identity_, under_way_[ended.board], to_json(*ended.evaluated));
  ++measured_;
  return ended;
}

std::vector<evaluation> journaled_evaluator::evaluate_on_every_board(configuration index) {
  const benchmark_case& candidate = problem_.cases[index];
  const std::string begins = candidate.key + "@";
  std::size_t waiting = 0;
  for (std::size_t board = 0; board < boards().count(); ++board) {
    const std::string key = begins + boards().name(board);
    if (boards().is_lost(board) || journal_.find(identity_, key) != nullptr) continue;
    begin(board, candidate, key, std::nullopt);
    ++waiting;
  }
  for (; waiting > 0; --waiting) wait();
  std::vector<evaluation> evaluations;
  for (std::size_t board = 0; board < boards().count(); ++board) {
    const auto* entry = journal_.find(identity_, begins + boards().name(board));
    if (entry != nullptr) evaluations.push_back(evaluation_from(entry->line));
  }
  for (const json& line : journal_.all_with(identity_, begins)) {
    evaluation recalled = evaluation_from(line);
    const auto is_there = [&](const auto& other) { return other.board() == recalled.board(); };
    if (std::ranges::none_of(evaluations, is_there)) evaluations.push_back(std::move(recalled));
  }
  return evaluations;
}

evaluation journaled_evaluator::confirm(configuration index, double precision, double budget_s) {
  const benchmark_case& candidate = problem_.cases[index];
  const std::string key = candidate.key + "#confirmed";
  if (const auto* entry = journal_.find(identity_, key)) return evaluation_from(entry->line);
  evaluation measured = evaluator_.confirm(candidate, seeds_[0].renew(), precision, budget_s);
  journal_.append(identity_, key, to_json(measured));
  ++measured_;
  return measured;
}

std::optional<std::vector<evaluation>> journaled_evaluator::finals(
    std::span<const configuration> finalists, std::size_t rounds_wanted) {
  std::vector<benchmark_case> cases;
  json keys = json::array();
  for (const auto index : finalists) {
    cases.push_back(problem_.cases[index]);
    keys.push_back(cases.back().key);
  }
  const std::string key = problem_.key + "#finals";
  const auto* entry = journal_.find(identity_, key);
  if (entry && entry->line.at("cases") == keys) {
    std::vector<evaluation> evaluations;
    for (const json& record : entry->line.at("records")) evaluations.emplace_back(record);
    return evaluations;
  }
  auto evaluations = evaluator_.finals(cases, seeds_[0].renew(), rounds_wanted);
  if (!evaluations) return std::nullopt;
  json records = json::array();
  for (const auto& evaluated : *evaluations) records.push_back(evaluated.record);
  journal_.append(identity_, key, {{"cases", keys}, {"records", records}});
  return evaluations;
}

}  // namespace retime::tune
