// Several GPUs of one host, without MPI being typed by the user.
#pragma once

namespace retime::sweep {

/// Starts the same command line by mpirun in a rank for each GPU, and in one that hands out the
/// cases; the exit status of the latter. Throws bad_input where mpirun cannot be started.
int run_on_all_gpus(int gpus);

/// Tells that exit status to the process that started mpirun, if one did: where a lost rank does
/// not end the job, mpirun's own status is 0 whatever happens.
void tell_status(int status);

}  // namespace retime::sweep
