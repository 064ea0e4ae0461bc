// What this program was built from and with; written into every run's header.
#pragma once

namespace retime {

struct build_info {
  const char *version, *git_sha;
  bool git_dirty;
  const char *cxx_compiler, *cxx_flags, *cuda_compiler, *cuda_flags, *build_type;
};

const build_info& built();

}  // namespace retime
