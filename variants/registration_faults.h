// What is wrong with the forms that a program registers: mistakes of whoever writes a variant,
// found before anything runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "variants/form.h"

namespace retime {

/// One line for each fault, with the files it concerns: an id used twice, a base or a family that
/// is not there, an axis declared twice, a printed axis that the variant lacks. Both lists are
/// ordered by id, as families() and variants() are.
std::vector<std::string> registration_faults(std::span<const family> families,
                                             std::span<const variant> variants);

}  // namespace retime
