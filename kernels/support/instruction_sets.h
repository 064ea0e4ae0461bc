// A function compiled for several instruction sets, the best of which is chosen when the program
// starts: those of Haswell have fused multiply-adds. It can be no template, and what it calls must
// be inlined. Contraction is off, so all of them round alike.
#pragma once

#if defined(__x86_64__)
#define FOR_EACH_INSTRUCTION_SET \
  __attribute__((target_clones("avx512f", "arch=haswell", "default")))
#else
#define FOR_EACH_INSTRUCTION_SET
#endif
