#include "harness/host/process_resources.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace retime {

#ifdef __GLIBC__

namespace {

// As glibc sets them itself (mallopt(3), "dynamic mmap threshold"), and by default.
constexpr int greatest_mmap_threshold = 32 << 20, greatest_trim_threshold = 64 << 20;
constexpr int default_most_mapped = 65536;

bool is_kept = false;

}  // namespace

void keep_freed_memory() {
  is_kept = true;
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
}

void give_back_freed_memory() {
  if (is_kept) malloc_trim(0);
}

usual_allocation::usual_allocation() {
  if (!is_kept) return;
  mallopt(M_MMAP_MAX, default_most_mapped);
  mallopt(M_MMAP_THRESHOLD, greatest_mmap_threshold);
  mallopt(M_TRIM_THRESHOLD, greatest_trim_threshold);
}

usual_allocation::~usual_allocation() {
  if (is_kept) keep_freed_memory();
}

#else

void keep_freed_memory() {}
void give_back_freed_memory() {}
usual_allocation::usual_allocation() = default;
usual_allocation::~usual_allocation() = default;

#endif

}  // namespace retime
