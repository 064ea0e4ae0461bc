#include "harness/files/read_file.h"

#include <fmt/format.h>
#include <lzma.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>

#include "kernels/support/user_file.h"

namespace retime {
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 20;
/// What xz -9 asks for; of a file that asks for more this says so instead of taking it.
constexpr std::uint64_t most_memory_bytes = std::uint64_t{256} << 20;

struct decoder {
  lzma_stream stream = LZMA_STREAM_INIT;
  decoder() {
    if (lzma_stream_decoder(&stream, most_memory_bytes, LZMA_CONCATENATED) != LZMA_OK)
      throw std::bad_alloc();
  }
  decoder(const decoder&) = delete;
  decoder& operator=(const decoder&) = delete;
  ~decoder() { lzma_end(&stream); }
};

const char* fault_of(lzma_ret outcome) {
  switch (outcome) {
    case LZMA_FORMAT_ERROR:
      return "not packed by xz";
    case LZMA_BUF_ERROR:
      return "cut short";
    case LZMA_MEMLIMIT_ERROR:
      return "packed so that unpacking takes more than 256 MiB";
    default:
      return "damaged";
  }
}

}  // namespace

bad_input too_large(const std::string& name, std::size_t most_bytes) {
  return bad_input(
      fmt::format("{}: larger than {} MiB, the most that is read", name, most_bytes >> 20));
}

std::string text_of_file(const std::filesystem::path& path, std::size_t most_bytes) {
  require_file(path.string());
  std::ifstream file(path, std::ios::binary);
  std::string text, part(std::size_t{1} << 20, '\0');
  do {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes) throw too_large(printable(path.string()), most_bytes);
  } while (file);
  return text;
}

std::string unpacked(const std::filesystem::path& file, std::size_t most_bytes) {
  const auto refused = [&](const std::string& why) {
    return bad_input(fmt::format("{}: {}", printable(file.string()), why));
  };
  const std::string packed = text_of_file(file, most_bytes);
  decoder work;
  work.stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  work.stream.avail_in = packed.size();
  std::string text;
  for (lzma_ret outcome = LZMA_OK; outcome != LZMA_STREAM_END;) {
    const std::size_t before = text.size();
    text.resize(before + part_bytes);
    work.stream.next_out = reinterpret_cast<std::uint8_t*>(text.data() + before);
    work.stream.avail_out = part_bytes;
    outcome = lzma_code(&work.stream, LZMA_FINISH);
    text.resize(before + part_bytes - work.stream.avail_out);
    if (outcome != LZMA_OK && outcome != LZMA_STREAM_END) throw refused(fault_of(outcome));
    if (text.size() > most_bytes)
      throw refused(
          fmt::format("larger than {} MiB unpacked, the most that is read", most_bytes >> 20));
  }
  return text;
}

std::string hash_of(std::string_view content) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

std::string hash_of_file(const std::filesystem::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return hash_of(content.view());
}

}  // namespace retime
