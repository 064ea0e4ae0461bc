// Ours: several words of the lattice a thread. It wins where addresses, barriers and the choice of
// the site take a share of the instructions: a thread pays for them once.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct several_words : printed_program {
  static constexpr bool several_words_a_thread = true;
};

REGISTER_VARIANT(problem, {device_variant<several_words>("several_words")});

}  // namespace pcpd
