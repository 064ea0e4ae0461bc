#include "harness/gate/verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/text/enum_text.h"
#include "kernels/support/students_t.h"

namespace retime::gate {
namespace {

constexpr enum_text<verdict> verdicts[] = {{verdict::faster, "faster"},
                                           {verdict::slower, "slower"},
                                           {verdict::same, "same"},
                                           {verdict::undecided, "undecided"},
                                           {verdict::not_comparable, "not comparable"}};

constexpr enum_text<correction> corrections[] = {
    {correction::none, "none"}, {correction::holm, "holm"}, {correction::benjamini_hochberg, "bh"}};

}  // namespace

std::string to_text(verdict word) { return text_in(verdicts, word); }

std::string to_text(correction method) { return text_in(corrections, method); }

std::optional<correction> correction_from(const std::string& text) {
  return value_in(corrections, text);
}

p_values test(const effect_estimate& effect, double margin) {
  const double limit = std::log1p(margin);
  const double error = effect.standard_error;
  const double dof = effect.degrees_of_freedom;
  const double above = upper_tail((effect.log_ratio - limit) / error, dof);
  const double below = upper_tail((-effect.log_ratio - limit) / error, dof);
  const double not_above = upper_tail((limit - effect.log_ratio) / error, dof);
  const double not_below = upper_tail((limit + effect.log_ratio) / error, dof);
  return {.p_beyond = std::min(1.0, 2 * std::min(above, below) / effect.share),
          .p_within = std::min(1.0, std::max(not_above, not_below) / effect.share)};
}

std::vector<double> corrected(std::span<const double> p, correction method) {
  std::vector<double> result(p.begin(), p.end());
  if (method == correction::none) return result;
  const auto count = p.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  if (method == correction::holm) {
    double largest = 0;
    for (std::size_t rank = 0; rank < count; ++rank) {
      largest = std::max(largest, p[order[rank]] * static_cast<double>(count - rank));
      result[order[rank]] = std::min(1.0, largest);
    }
  } else {
    double smallest = 1;
    for (std::size_t rank = count; rank-- > 0;) {
      const double scaled =
          p[order[rank]] * static_cast<double>(count) / static_cast<double>(rank + 1);
      smallest = std::min(smallest, scaled);
      result[order[rank]] = smallest;
    }
  }
  return result;
}

verdict decide(const effect_estimate& effect, const p_values& p, double alpha) {
  if (p.p_beyond < alpha) return effect.log_ratio > 0 ? verdict::slower : verdict::faster;
  if (p.p_within < alpha) return verdict::same;
  return verdict::undecided;
}

}  // namespace retime::gate
