#pragma once

namespace retime::tune {

struct prediction {
  float mean = 0, deviation = 0;
};

}  // namespace retime::tune
