#include "harness/measure/stopping_rule.h"

#include <cmath>

const bool has_mean = retime::register_stopping_rule(
    {.id = "mean",
     .help = "the standard error of the mean is as small as --precision asks",
     .look = [](std::span<const double> samples_ns, const retime::stopping_options& options) {
       const auto stats = retime::summarize(samples_ns);
       const double error_ns = stats.sd_ns / std::sqrt(samples_ns.size());
       const bool is_enough = error_ns < options.precision * stats.mean_ns;
       return is_enough ? std::optional(retime::stop_reason::precision) : std::nullopt;
     }});
