#include "harness/sweep/ranks/mpi_job.h"

// The header offers an interface of its own for C++, which needs another library.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <list>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "harness/host/clock.h"

namespace retime::sweep::ranks {
namespace {

using nlohmann::json;

constexpr int tag = 1;
constexpr double longest_goodbye_s = 5;

/// All ranks wait in MPI_Init for each other, for ever if one of them died before: ends the process
/// where that takes a minute.
class deadline_for_start {
 public:
  deadline_for_start() {
    std::signal(SIGALRM, [](int) {
      constexpr std::string_view why = "retime: a rank of the job did not start within a minute\n";
      [[maybe_unused]] const auto written = write(STDERR_FILENO, why.data(), why.size());
      _exit(1);
    });
    alarm(60);
  }
  deadline_for_start(const deadline_for_start&) = delete;
  deadline_for_start& operator=(const deadline_for_start&) = delete;
  ~deadline_for_start() {
    alarm(0);
    std::signal(SIGALRM, SIG_DFL);
  }
};

}  // namespace

struct mpi_job::state {
  struct pending_send {
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  int rank = 0, size = 1;
  std::list<pending_send> pending;
  std::set<int> lost;

  void let_go_of_sent() {
    std::erase_if(pending, [](pending_send& sending) {
      int is_done = 0;
      MPI_Test(&sending.request, &is_done, MPI_STATUS_IGNORE);
      return is_done != 0;
    });
  }
};

mpi_job::mpi_job() : state_(std::make_unique<state>()) {
  {
    const deadline_for_start deadline;
    MPI_Init(nullptr, nullptr);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &state_->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &state_->size);
}

mpi_job::~mpi_job() {
  const stopwatch watch;
  for (; !state_->pending.empty() && watch.s() < longest_goodbye_s; state_->let_go_of_sent())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (state_->lost.empty()) MPI_Finalize();  // it waits for all ranks
}

int mpi_job::rank() const { return state_->rank; }
int mpi_job::size() const { return state_->size; }

void mpi_job::send(int to, const json& content) {
  state_->let_go_of_sent();
  if (state_->lost.contains(to)) return;
  state::pending_send& sending = state_->pending.emplace_back();
  sending.text = content.dump(-1, ' ', false, json::error_handler_t::replace);
  MPI_Isend(sending.text.data(), static_cast<int>(sending.text.size()), MPI_CHAR, to, tag,
            MPI_COMM_WORLD, &sending.request);
}

std::optional<message> mpi_job::receive() {
  state_->let_go_of_sent();
  int is_there = 0;
  MPI_Message matched = MPI_MESSAGE_NULL;
  MPI_Status about;
  MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &matched, &about);
  if (is_there == 0) return std::nullopt;
  int length = 0;
  MPI_Get_count(&about, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  MPI_Mrecv(text.data(), length, MPI_CHAR, &matched, MPI_STATUS_IGNORE);
  return message{about.MPI_SOURCE, json::parse(text)};
}

void mpi_job::give_up(int rank) { state_->lost.insert(rank); }

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text, static_cast<std::size_t>(length));
  return version.substr(0, version.find_first_of(",\n"));
}

}  // namespace retime::sweep::ranks
