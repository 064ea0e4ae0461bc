// Flushing of denormal numbers to 0 on the calling thread, where the processor can.
#pragma once

#if defined(__SSE2__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace carpet {

/// At the walk's edge p fades to 0 through numbers too small for full precision (below 1e-38, in
/// double 1e-308), and a processor may take a hundred times as long over one of those. They matter
/// to no result: while this object lives they count as 0.
class flush_denormals {
 public:
#if defined(__SSE2__)
  flush_denormals() : before_(_mm_getcsr()) {
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  }
  ~flush_denormals() { _mm_setcsr(before_); }
#else
  flush_denormals() = default;
  ~flush_denormals() = default;
#endif
  flush_denormals(const flush_denormals&) = delete;
  flush_denormals& operator=(const flush_denormals&) = delete;

 private:
#if defined(__SSE2__)
  unsigned before_;
#endif
};

}  // namespace carpet
