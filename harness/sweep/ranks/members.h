// The ranks that measure, as the first rank sees them: who they are, what they are asked and what
// they answer, and which of them are lost.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cases/worker/worker.h"
#include "harness/host/clock.h"
#include "harness/sweep/ranks/messages.h"
#include "harness/sweep/ranks/mpi_job.h"

namespace retime::sweep::ranks {

struct member_info {
  int rank = 0;
  std::string host;
  process_name process;
  int gpus = 0;
  std::string device;  ///< as in --device
  std::string board;   ///< uuid of its GPU; of the emulation "emulation-<rank>"
  bool is_lost = false, is_asked = false;
  stopwatch heard{};
};

inline constexpr const char* all_are_lost =
    "all ranks that measure are lost; what was measured is kept, go on by --resume";

/// A measuring rank, and the GPUs that it may get.
struct seat {
  int rank = 0;
  std::string host;
  int gpus = 0;  ///< that the rank sees
};

/// By rank: "cuda:N". Ranks of one host get its GPUs in turn, and those that are left over none:
/// ""; where each rank sees one GPU alone, that one. Throws bad_input where a rank sees none.
std::vector<std::string> devices_of(std::span<const seat> seats);

/// What became of a request.
struct member_answer {
  std::size_t member = 0;                      ///< its place among the members
  std::optional<cases::worker_reply> reply{};  ///< nothing: the member is lost
  std::string why_lost{};
};

class members {
 public:
  explicit members(std::unique_ptr<mpi_job> job) : job_(std::move(job)) {}
  members(const members&) = delete;
  members& operator=(const members&) = delete;
  ~members();  ///< ends the job, started or not

  /// The run's: that of the first board, without its uuid, and all boards with their hosts, which
  /// are counted from 0. The first call binds every rank but the first to a GPU of its own, or to
  /// the emulation; ranks that are left over measure nothing. It throws bad_input where a rank sees
  /// no GPU, or where they differ in what records of one run have in common: the kind of GPU, the
  /// program, the driver, the host.
  const nlohmann::json& header(std::uint64_t seed);
  const std::vector<member_info>& all() const { return all_; }
  std::size_t living() const;

  void ask(std::size_t member, const nlohmann::json& request, double timeout_s, bool fresh_process);
  /// The next answer or loss; nothing after a millisecond without. Throws what a worker says of the
  /// user's input.
  std::optional<member_answer> wait();

 private:
  void start(std::uint64_t seed);
  void gather();
  void bind(std::uint64_t seed);
  void take_headers();
  void take_boards(const std::map<int, nlohmann::json>& headers);
  void pulse();
  std::optional<std::size_t> place_of(int rank) const;
  std::optional<member_answer> take(const message& got);
  std::optional<member_answer> next_lost();

  std::unique_ptr<mpi_job> job_;
  std::vector<member_info> all_;
  nlohmann::json header_;
  stopwatch said_;
};

}  // namespace retime::sweep::ranks
