// Student's t, the law of a mean over its estimated error.
#pragma once

namespace retime {

/// Probability that Student's t exceeds `t`; the normal law where `degrees_of_freedom` is infinite.
double upper_tail(double t, double degrees_of_freedom);
/// What it exceeds with this probability; infinite without degrees of freedom.
double upper_quantile(double tail, double degrees_of_freedom);

}  // namespace retime
