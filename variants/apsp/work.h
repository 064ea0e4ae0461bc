// What a case of the family has to do at least, whichever variant does it.
#pragma once

#include "kernels/apsp/problem.h"
#include "variants/form.h"

namespace retime {

/// A search reads where every list begins and every arc once, and writes every distance once.
inline work apsp_work(const apsp::problem& given, const point&) {
  const auto sources = static_cast<double>(given.sources.size());
  const auto arcs = static_cast<double>(given.network.arcs()),
             n = static_cast<double>(given.network.vertices());
  return {.bytes = sources * 4 * (n + 1 + arcs + n),
          .flops = 0,
          .items = sources * arcs,
          .item = "arc"};
}

}  // namespace retime
