// The calls that GCC and Clang insert where a kernel's arithmetic has no result, with
// -fsanitize=signed-integer-overflow,integer-divide-by-zero,bounds: a fault that names the line. A
// GPU goes on with anything.
#include "kernels/device/emulation/compiler_hooks.h"

#if defined(RETIME_ACCESSES_ANNOUNCED)

#include <cstdint>
#include <string>

#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/source_place.h"

namespace device::emulation {
namespace {

// As the compilers lay them out.
struct source_line {
  const char* file;
  std::uint32_t line, column;
};
struct type_of_value {
  std::uint16_t kind;
  std::uint16_t info;  ///< of an integer: twice the logarithm of its bits, odd if it is signed
};
struct arithmetic {
  source_line where;
  const type_of_value* type;
};
struct indexing {
  source_line where;
  const type_of_value* array;
  const type_of_value* index;
};

/// A number of up to 64 bits stands in the word itself.
std::string number(const type_of_value& type, std::uintptr_t value) {
  const unsigned bits = 1U << (type.info >> 1);
  if (bits > 64) return "a number";
  const unsigned unused = 64 - bits;
  if ((type.info & 1) == 0) return std::to_string(value << unused >> unused);
  return std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
}

std::string at(const source_line& where) {
  return " at " + text(source_place(where.file, static_cast<int>(where.line)));
}

void overflow(const arithmetic& done, const char* sign, std::uintptr_t a, std::uintptr_t b) {
  raise(number(*done.type, a) + " " + sign + " " + number(*done.type, b) + at(done.where) +
        " has no result in " + std::to_string(1U << (done.type->info >> 1)) + " bits");
}

}  // namespace
}  // namespace device::emulation

using namespace device::emulation;

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler gives the names
extern "C" {

void __ubsan_handle_add_overflow(arithmetic* done, std::uintptr_t a, std::uintptr_t b) {
  overflow(*done, "+", a, b);
}
void __ubsan_handle_sub_overflow(arithmetic* done, std::uintptr_t a, std::uintptr_t b) {
  overflow(*done, "-", a, b);
}
void __ubsan_handle_mul_overflow(arithmetic* done, std::uintptr_t a, std::uintptr_t b) {
  overflow(*done, "*", a, b);
}
void __ubsan_handle_divrem_overflow(arithmetic* done, std::uintptr_t a, std::uintptr_t b) {
  overflow(*done, "/", a, b);
}
void __ubsan_handle_negate_overflow(arithmetic* done, std::uintptr_t a) {
  overflow(*done, "-", 0, a);
}
void __ubsan_handle_out_of_bounds(indexing* done, std::uintptr_t index) {
  raise("index " + number(*done->index, index) + at(done->where) + " is out of an array's bounds");
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)

#endif
