// Ours: a counter-based generator, Philox of seven rounds. A block of it is four words, 28
// instructions where LFSR113 takes a hundred: it wins with four words a thread, and loses with one,
// which has to keep the block and to choose from it.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct counter_generator : printed_program {
  using generators = drawn_from<philox<7>>;
  static constexpr bool several_words_a_thread = true;
};

REGISTER_VARIANT(problem, {device_variant<counter_generator>("counter_generator")});

}  // namespace pcpd
