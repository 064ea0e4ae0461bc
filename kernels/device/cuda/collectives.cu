// Sums by NCCL, whose library is loaded when a case first asks for it: a program that never does
// starts without its 200 MB, also where there is none.
#include "kernels/device/collectives.h"
#include "kernels/device/errors.h"

#if defined(RETIME_NCCL)

#include <dlfcn.h>
#include <nccl.h>

#include "kernels/device/cuda/check.h"

namespace device {
namespace {

/// NCCL's functions in use, null where the library lacks them.
class nccl {
 public:
  static const nccl& instance() {
    static const nccl only;
    return only;
  }

  bool is_complete() const {
    return init_all != nullptr && destroy != nullptr && group_start != nullptr &&
           group_end != nullptr && reduce != nullptr && error_text != nullptr;
  }
  void check(ncclResult_t code, const char* call) const {
    if (code == ncclSuccess) return;
    static_cast<void>(cudaGetLastError());  // as raise()
    throw error(std::string(call) + ": " + error_text(code));
  }

  decltype(&ncclCommInitAll) init_all = nullptr;
  decltype(&ncclCommDestroy) destroy = nullptr;
  decltype(&ncclGroupStart) group_start = nullptr;
  decltype(&ncclGroupEnd) group_end = nullptr;
  decltype(&ncclReduce) reduce = nullptr;
  decltype(&ncclGetErrorString) error_text = nullptr;

 private:
  nccl() : library_(dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) return;
    find(init_all, "ncclCommInitAll");
    find(destroy, "ncclCommDestroy");
    find(group_start, "ncclGroupStart");
    find(group_end, "ncclGroupEnd");
    find(reduce, "ncclReduce");
    find(error_text, "ncclGetErrorString");
  }

  template <class Function>
  void find(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(dlsym(library_, name));
  }

  void* library_;  // never closed: its threads live in it
};

}  // namespace

std::optional<std::string> no_collectives() {
  if (nccl::instance().is_complete()) return std::nullopt;
  return "NCCL's library libnccl.so.2 is not found here (libnccl2)";
}

namespace backend {

struct communicator_state {
  ~communicator_state() {
    for (const ncclComm_t each : ranks) nccl::instance().destroy(each);
  }
  std::vector<ncclComm_t> ranks;
};

communicator_state* make_communicator(std::span<const int> devices) {
  if (const auto why = no_collectives()) throw error(*why);
  const nccl& library = nccl::instance();
  std::vector<ncclComm_t> ranks(devices.size());
  library.check(library.init_all(ranks.data(), static_cast<int>(ranks.size()), devices.data()),
                "ncclCommInitAll");
  return new communicator_state{std::move(ranks)};
}

void release_communicator(communicator_state* ranks) noexcept { delete ranks; }

void sum_to_first(communicator_state& all, std::span<const array_in_stream> arrays,
                  std::size_t count, number_kind kind) {
  constexpr ncclDataType_t types[]{ncclUint64, ncclInt64, ncclFloat32, ncclFloat64};
  const nccl& library = nccl::instance();
  library.check(library.group_start(), "ncclGroupStart");
  ncclResult_t given = ncclSuccess;
  for (std::size_t i = 0; i < arrays.size() && given == ncclSuccess; ++i)
    given = library.reduce(arrays[i].data, arrays[i].data, count, types[static_cast<int>(kind)],
                           ncclSum, 0, all.ranks.at(i), cuda::native(*arrays[i].queue));
  const ncclResult_t ended = library.group_end();
  library.check(given, "ncclReduce");
  library.check(ended, "ncclGroupEnd");
}

}  // namespace backend
}  // namespace device

#else

namespace device {

std::optional<std::string> no_collectives() {
  return "this program was built without NCCL (libnccl-dev)";
}

namespace backend {

struct communicator_state {};
communicator_state* make_communicator(std::span<const int>) { throw error(*no_collectives()); }
void release_communicator(communicator_state* none) noexcept { delete none; }
void sum_to_first(communicator_state&, std::span<const array_in_stream>, std::size_t, number_kind) {
}

}  // namespace backend
}  // namespace device

#endif
