#include "harness/gate/audit/confusion_matrix.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace retime::gate {
namespace {

constexpr verdict words[] = {verdict::faster, verdict::same, verdict::slower, verdict::undecided,
                             verdict::not_comparable};

}  // namespace

void confusion_matrix::add(const confusion_matrix& more) {
  for (const auto& [injected, row] : more.counts_) {
    for (const auto& [word, count] : row) counts_[injected][word] += count;
  }
}

std::size_t confusion_matrix::count(double injected, verdict word) const {
  const auto row = counts_.find(injected);
  if (row == counts_.end()) return 0;
  const auto cell = row->second.find(word);
  return cell == row->second.end() ? 0 : cell->second;
}

std::size_t confusion_matrix::total(double injected) const {
  std::size_t sum = 0;
  for (const verdict word : words) sum += count(injected, word);
  return sum;
}

double confusion_matrix::share(double injected, verdict word) const {
  const auto all = total(injected);
  return all == 0 ? 0 : static_cast<double>(count(injected, word)) / static_cast<double>(all);
}

std::vector<double> confusion_matrix::injected() const {
  std::vector<double> rows;
  for (const auto& [slowdown, row] : counts_) rows.push_back(slowdown);
  return rows;
}

std::string confusion_matrix::table() const {
  std::string text = fmt::format("{:>9}", "injected");
  for (const verdict word : words) text += fmt::format(" {:>16}", to_text(word));
  for (const double slowdown : injected()) {
    text += fmt::format("\n{:>+7.3g} %", 100 * slowdown);
    for (const verdict word : words) {
      text += fmt::format(" {:>7} {:>6.1f} %", count(slowdown, word), 100 * share(slowdown, word));
    }
  }
  return text + "\n";
}

nlohmann::json confusion_matrix::to_json() const {
  auto rows = nlohmann::json::array();
  for (const double slowdown : injected()) {
    nlohmann::json row = {{"injected_percent", 100 * slowdown}, {"comparisons", total(slowdown)}};
    for (const verdict word : words) row["verdicts"][to_text(word)] = count(slowdown, word);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace retime::gate
