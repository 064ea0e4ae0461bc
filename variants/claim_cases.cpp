#include "variants/claim_cases.h"

namespace retime {
namespace {

std::string& all_text() {
  static std::string text;  // it is added before main
  return text;
}

}  // namespace

bool add_claim_cases(std::initializer_list<const char*> lines) {
  for (const char* line : lines) all_text().append(line).append("\n");
  return true;
}

const std::string& claim_cases_text() { return all_text(); }

}  // namespace retime
