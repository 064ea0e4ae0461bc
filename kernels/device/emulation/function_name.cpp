// Names kernels in fault reports. A launch knows no more than an address; dladdr() sees exported
// symbols only, so the program's own symbol table is read.
#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/emulation/fault.h"

namespace device::emulation {
namespace {

template <class T>
std::vector<T> read(std::ifstream& file, std::size_t offset, std::size_t bytes) {
  std::vector<T> items(bytes / sizeof(T));
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(items.data()),
            static_cast<std::streamsize>(items.size() * sizeof(T)));
  return items;
}

/// Where the program itself is loaded; it is the first object of the list.
std::size_t load_address() {
  std::size_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        *static_cast<std::size_t*>(out) = info->dlpi_addr;
        return 1;
      },
      &address);
  return address;
}

std::string mangled_name(std::size_t address) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const auto header = read<Elf64_Ehdr>(file, 0, sizeof(Elf64_Ehdr)).front();
  const auto sections = read<Elf64_Shdr>(file, header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    const Elf64_Shdr& strings = sections.at(section.sh_link);
    const auto names = read<char>(file, strings.sh_offset, strings.sh_size);
    for (const Elf64_Sym& symbol : read<Elf64_Sym>(file, section.sh_offset, section.sh_size))
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value == address && file)
        return &names.at(symbol.st_name);
  }
  return {};
}

/// "void ns::kernel<float>(int*)" without the return type and the parameters.
std::string without_signature(const std::string& name) {
  std::size_t depth = 0, begin = 0;
  const std::string hidden = "(anonymous namespace)";
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, hidden.size(), hidden) == 0) {
      i += hidden.size() - 1;
    } else if (name[i] == '<') {
      ++depth;
    } else if (name[i] == '>') {
      --depth;
    } else if (name[i] == ' ' && depth == 0) {
      begin = i + 1;
    } else if (name[i] == '(' && depth == 0) {
      return name.substr(begin, i - begin);
    }
  }
  return name;
}

}  // namespace

std::string function_name(const void* function) {
  const std::string mangled =
      mangled_name(reinterpret_cast<std::size_t>(function) - load_address());
  if (mangled.empty()) return "(stripped)";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? without_signature(plain.get()) : mangled;
}

}  // namespace device::emulation
