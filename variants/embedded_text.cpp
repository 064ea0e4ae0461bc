#include "variants/embedded_text.h"

#include <map>

namespace retime {
namespace {

std::map<std::string, std::string>& all_texts() {
  static std::map<std::string, std::string> texts;  // they are added before main
  return texts;
}

}  // namespace

bool embed_text(const char* name, std::initializer_list<const char*> lines) {
  for (const char* line : lines) all_texts()[name].append(line).append("\n");
  return true;
}

const std::string& embedded_text(const std::string& name) { return all_texts()[name]; }

}  // namespace retime
