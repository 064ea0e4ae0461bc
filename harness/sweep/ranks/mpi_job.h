// The MPI job that this process is a rank of. Two sources implement it: mpi_job.cpp where MPI was
// found, mpi_job_absent.cpp where not.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace retime::sweep::ranks {

struct message {
  int sender = 0;
  nlohmann::json content;
};

class mpi_job {
 public:
  /// Joins the job that mpirun or srun started. Throws bad_input where this program was built
  /// without MPI.
  mpi_job();
  mpi_job(const mpi_job&) = delete;
  mpi_job& operator=(const mpi_job&) = delete;
  /// Waits until what was sent has left, a few seconds at most, and for the other ranks unless
  /// some of them are lost.
  ~mpi_job();

  int rank() const;
  int size() const;
  /// Does not wait for the receiver, which may be lost.
  void send(int to, const nlohmann::json& content);
  /// The next message, from whichever rank; nothing if none has come.
  std::optional<message> receive();
  /// From here on the job ends without this rank's help: it may be dead.
  void give_up(int rank);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Whether a launcher started this process as one of several ranks; asks the environment alone.
bool is_launched();
/// Whether the launcher says that this is a rank other than the first, whose complaints would
/// repeat those of the first.
bool is_launched_beside_others();
/// For the ranks that this process starts: so many GPUs are on this host. Where there are several,
/// the driver takes a second to count them.
void pass_on_gpus(int count);
/// So many were passed on, or the driver finds.
int gpus_here();
/// "Open MPI 4.1.4", ...; empty where this program was built without MPI.
std::string mpi_version();

}  // namespace retime::sweep::ranks
