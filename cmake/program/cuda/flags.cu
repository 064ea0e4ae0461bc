// What nvcc is given for a program's kernels, as the program's header tells it: known to a source
// of them alone.
namespace retime {

extern const char* const cuda_flags;
const char* const cuda_flags = RETIME_CUDA_FLAGS;

}  // namespace retime
