#include "harness/sweep/ranks/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "harness/files/json_input.h"
#include "harness/record/origin.h"
#include "harness/sweep/ranks/member.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::sweep::ranks {
namespace {

using nlohmann::json;

constexpr double longest_start_s = 180;

void require_same_kind(const json& first, const json& other, const member_info& whose) {
  std::vector<std::string> parts = kind_of_device;
  parts.insert(parts.end(), build_and_host.begin(), build_and_host.end());
  if (const auto differs = difference(first, other, parts))
    throw bad_input(fmt::format(
        "rank {} on host {}: its {} is {}, that of the first {}; a run is of one kind: start a job "
        "for each",
        whose.rank, printable(whose.host), shown_name(differs->name), shown(differs->other),
        shown(differs->first)));
}

}  // namespace

std::vector<std::string> devices_of(std::span<const seat> seats) {
  std::map<std::string, int> next;
  std::vector<std::string> devices;
  for (const auto& each : seats) {
    const int place = each.gpus == 1 ? 0 : next[each.host]++;
    if (each.gpus == 0)
      throw bad_input(
          fmt::format("rank {} on host {}: the driver finds no GPU; retime-emulated "
                      "needs none",
                      each.rank, printable(each.host)));
    devices.push_back(place < each.gpus ? fmt::format("cuda:{}", place) : "");
  }
  return devices;
}

members::~members() {
  for (const auto& each : all_) {
    if (each.is_lost) job_->give_up(each.rank);
  }
  for (int rank = 1; rank < job_->size(); ++rank)
    job_->send(rank, {{"do", "end"}, {"all_left", living() == all_.size()}});
}

const json& members::header(std::uint64_t seed) {
  if (all_.empty()) start(seed);
  return header_;
}

void members::start(std::uint64_t seed) {
  gather();
  bind(seed);
  take_headers();
}

std::size_t members::living() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(all_, [](const auto& each) { return !each.is_lost; }));
}

void members::gather() {
  const stopwatch watch;
  while (static_cast<int>(all_.size()) < job_->size() - 1) {
    if (watch.s() > longest_start_s)
      throw std::runtime_error(
          fmt::format("only {} of {} ranks came", all_.size() + 1, job_->size()));
    pulse();
    const auto got = job_->receive();
    if (!got) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else if (got->content.contains("hello")) {
      const json& hello = got->content["hello"];
      all_.push_back({.rank = got->sender,
                      .host = hello.at("host"),
                      .process = process_name_from(hello.at("process")),
                      .gpus = hello.at("gpus")});
    }
  }
  std::ranges::sort(all_, {}, &member_info::rank);
}

void members::bind(std::uint64_t seed) {
  std::vector<seat> seats;
  for (const auto& each : all_) seats.push_back({each.rank, each.host, each.gpus});
  const auto devices =
      device::is_emulation() ? std::vector<std::string>(all_.size(), "auto") : devices_of(seats);
  for (std::size_t i = 0; i < all_.size(); ++i) all_[i].device = devices[i];
  std::erase_if(all_, [](const member_info& each) { return each.device.empty(); });
  for (const auto& each : all_)
    job_->send(each.rank, {{"do", "bind"},
                           {"device", each.device},
                           {"seed", seed},
                           {"first", to_json(this_process())}});
}

void members::take_headers() {
  std::map<int, json> headers;
  const stopwatch watch;
  while (headers.size() < all_.size()) {
    if (watch.s() > longest_start_s) throw std::runtime_error("a rank's worker does not start");
    pulse();
    const auto got = job_->receive();
    if (!got) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else if (got->content.contains("refused")) {
      throw bad_input(fmt::format("rank {} on host {}: {}", got->sender,
                                  printable(all_[*place_of(got->sender)].host),
                                  got->content["refused"].get<std::string>()));
    } else if (got->content.contains("header")) {
      headers[got->sender] = got->content["header"];
    }
  }
  take_boards(headers);
}

/// One of the ranks that see the same GPU measures.
void members::take_boards(const std::map<int, json>& headers) {
  const json& first = headers.begin()->second;
  std::set<std::string> boards;
  for (auto& each : all_) {
    const json& header = headers.at(each.rank);
    require_same_kind(first, header, each);
    const std::string uuid = header.at("device").value("uuid", "");
    each.board = uuid.empty() ? fmt::format("emulation-{}", each.rank) : uuid;
    if (boards.insert(each.board).second) continue;
    each.board.clear();
    job_->send(each.rank, {{"do", "rest"}});
  }
  std::erase_if(all_, [](const member_info& each) { return each.board.empty(); });
  const auto idle = static_cast<std::size_t>(job_->size() - 1) - all_.size();
  if (idle > 0) print_status("{} of {} ranks have no GPU left to measure on\n", idle, job_->size());
  header_ = first;
  header_["device"]["uuid"] = nullptr;
  header_["boards"] = json::array();
  std::map<std::string, std::size_t> hosts;
  for (const auto& each : all_) {
    const std::size_t host = hosts.try_emplace(each.host, hosts.size()).first->second;
    header_["boards"].push_back({{"board", each.board}, {"host", host}});
  }
}

std::optional<std::size_t> members::place_of(int rank) const {
  const auto entry = std::ranges::find(all_, rank, &member_info::rank);
  if (entry == all_.end()) return std::nullopt;
  return static_cast<std::size_t>(entry - all_.begin());
}

void members::pulse() {
  if (said_.s() < pulse_s) return;
  said_ = stopwatch();
  for (int rank = 1; rank < job_->size(); ++rank) job_->send(rank, {{"alive", true}});
}

void members::ask(std::size_t member, const json& request, double timeout_s, bool fresh_process) {
  all_[member].is_asked = true;
  job_->send(
      all_[member].rank,
      {{"do", "ask"}, {"fresh", fresh_process}, {"request", request}, {"timeout_s", timeout_s}});
}

std::optional<member_answer> members::wait() {
  pulse();
  while (const auto got = job_->receive()) {
    if (auto answer = take(*got)) return answer;
  }
  if (auto lost = next_lost()) return lost;
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return std::nullopt;
}

std::optional<member_answer> members::take(const message& got) {
  const auto place = place_of(got.sender);
  if (!place) return std::nullopt;
  member_info& whose = all_[*place];
  if (whose.is_lost) return std::nullopt;  // it was given up, and its case to another
  whose.heard = stopwatch();
  if (got.content.contains("bad_input")) throw bad_input(got.content["bad_input"]);
  if (!got.content.contains("reply") && !got.content.contains("broken")) return std::nullopt;
  whose.is_asked = false;
  if (got.content.contains("reply")) return member_answer{*place, reply_from(got.content["reply"])};
  whose.is_lost = true;
  return member_answer{*place, std::nullopt, got.content["broken"]};
}

std::optional<member_answer> members::next_lost() {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    member_info& each = all_[i];
    if (each.is_lost) continue;
    const bool is_gone = !may_live(each.process);
    if (!is_gone && each.heard.s() < longest_silence_s) continue;
    each.is_lost = true;
    job_->give_up(each.rank);
    return member_answer{
        i, std::nullopt,
        is_gone ? "its process ended" : fmt::format("not heard of for {:.0f} s", each.heard.s())};
  }
  return std::nullopt;
}

}  // namespace retime::sweep::ranks
