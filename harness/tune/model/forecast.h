#pragma once

namespace retime::tune {

struct forecast {
  float mean = 0, deviation = 0;
};

}  // namespace retime::tune
