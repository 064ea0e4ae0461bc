// Workers on the boards that a command measures on, each of which answers one request at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/cases/worker/worker.h"

namespace retime::cases {

struct board_answer {
  std::size_t board = 0;
  std::optional<worker_reply> reply{};  ///< nothing: the board was lost before it answered
};

class board_workers {
 public:
  board_workers() = default;
  board_workers(const board_workers&) = delete;
  board_workers& operator=(const board_workers&) = delete;
  virtual ~board_workers() = default;

  /// The header of a run on them, now. Starts the workers, which comes before all else.
  virtual const nlohmann::json& header() = 0;
  virtual std::size_t count() const = 0;
  virtual bool is_lost(std::size_t board) const = 0;
  /// As records name it; empty where a run has one.
  virtual std::string name(std::size_t board) const = 0;
  /// A folder of the run, in which to say what is lost.
  virtual void keep_losses_in(const std::filesystem::path& folder) = 0;

  /// One that is not lost and has answered what it was asked before. `key`: of the case.
  virtual void ask(std::size_t board, const std::string& key, const nlohmann::json& request,
                   double timeout_s) = 0;
  /// Waits for the next answer or loss, the latter also of a board that was asked nothing. Throws
  /// what worker::ask throws, and std::runtime_error once all are lost.
  virtual board_answer wait() = 0;
};

}  // namespace retime::cases
