#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/tune/expression_node.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

constexpr int deepest =
    200;  // nesting that no honest file reaches; keeps recursion off the stack's end
constexpr std::array functions{"min",   "max",   "abs",   "len", "int",
                               "float", "round", "range", "list"};
constexpr std::array keywords{"and", "or", "not", "in", "if", "else", "for", "True", "False"};

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class parser {
 public:
  parser(const std::string& text, const std::vector<std::string>& names,
         std::vector<std::size_t>& uses)
      : text_(text), names_(names), parameters_(names.size()), uses_(uses) {}

  expression_node whole() {
    auto root = choice();
    skip_space();
    if (at_ != text_.size()) fail("an operator or the end");
    return root;
  }

 private:
  using node = expression_node;

  [[noreturn]] void fail(const std::string& wanted) const {
    constexpr std::size_t shown = 120;
    const auto cut = text_.size() > shown ? text_.substr(0, shown) + "..." : text_;
    throw bad_input(
        fmt::format("'{}' is no expression: column {}: expected {}", cut, at_ + 1, wanted));
  }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  /// Takes a symbol or a whole word if it is next.
  bool take(std::string_view token) {
    skip_space();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    const auto after = at_ + token.size();
    if (starts_word(token[0]) && after < text_.size() && in_word(text_[after])) return false;
    at_ = after;
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token)) fail(fmt::format("'{}'", token));
  }

  std::string peek_word() {
    skip_space();
    auto end = at_;
    if (end < text_.size() && starts_word(text_[end]))
      while (end < text_.size() && in_word(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  node choice() {
    if (++depth_ > deepest) fail("less nesting");
    auto then = either();
    if (!in_filter_ && take("if")) {
      node whole{operation::choice};
      auto condition = either();
      expect("else");
      auto otherwise = choice();
      whole.children = {std::move(condition), std::move(then), std::move(otherwise)};
      then = std::move(whole);
    }
    --depth_;
    return then;
  }

  node either() {
    auto left = both();
    while (take("or"))
      left = node{.what = operation::either, .children = {std::move(left), both()}};
    return left;
  }

  node both() {
    auto left = negation();
    while (take("and"))
      left = node{.what = operation::both, .children = {std::move(left), negation()}};
    return left;
  }

  node negation() {
    if (++depth_ > deepest) fail("less nesting");
    auto result =
        take("not") ? node{.what = operation::negation, .children = {negation()}} : comparison();
    --depth_;
    return result;
  }

  bool take_relation(relation& found) {
    static constexpr std::pair<std::string_view, relation> symbols[] = {
        {"<=", relation::less_equal}, {">=", relation::greater_equal}, {"==", relation::equal},
        {"!=", relation::not_equal},  {"<", relation::less},           {">", relation::greater}};
    for (const auto& [symbol, meaning] : symbols) {
      if (take(symbol)) return found = meaning, true;
    }
    if (take("in")) return found = relation::in, true;
    const auto before = at_;
    if (take("not")) {
      if (take("in")) return found = relation::not_in, true;
      at_ = before;
    }
    return false;
  }

  node comparison() {
    node whole{operation::comparison};
    whole.children.push_back(sum());
    for (relation next; take_relation(next);) {
      whole.relations.push_back(next);
      whole.children.push_back(sum());
    }
    if (whole.relations.empty()) return std::move(whole.children[0]);
    return whole;
  }

  node sum() {
    auto left = product();
    for (;;) {
      if (take("+")) {
        left = node{.what = operation::add, .children = {std::move(left), product()}};
      } else if (take("-")) {
        left = node{.what = operation::subtract, .children = {std::move(left), product()}};
      } else {
        return left;
      }
    }
  }

  node product() {
    auto left = sign();
    for (;;) {
      operation what;
      skip_space();
      if (text_.compare(at_, 2, "**") == 0) return left;
      if (take("//")) {
        what = operation::floor_divide;
      } else if (take("*")) {
        what = operation::multiply;
      } else if (take("/")) {
        what = operation::divide;
      } else if (take("%")) {
        what = operation::modulo;
      } else {
        return left;
      }
      left = node{.what = what, .children = {std::move(left), sign()}};
    }
  }

  node sign() {
    if (++depth_ > deepest) fail("less nesting");
    node result;
    if (take("-")) {
      result = {.what = operation::minus, .children = {sign()}};
    } else if (take("+")) {
      result = {.what = operation::plus, .children = {sign()}};
    } else {
      result = atom();
      if (take("**"))
        result = node{.what = operation::power, .children = {std::move(result), sign()}};
    }
    --depth_;
    return result;
  }

  node atom() {
    skip_space();
    if (at_ == text_.size()) fail("a value");
    const char next = text_[at_];
    if (next == '(' || next == '[') return bracket(next == '[' ? "]" : ")");
    if (next == '\'' || next == '"') return quoted(next);
    if (std::isdigit(static_cast<unsigned char>(next)) || next == '.') return number();
    if (starts_word(next)) return word();
    fail("a value");
  }

  /// A list, a tuple, a comprehension, or an expression in parentheses.
  node bracket(const std::string& close) {
    ++at_;
    const bool outer_filter = std::exchange(in_filter_, false);
    node items{operation::list};
    bool comma = false;
    while (!take(close)) {
      // The element of a comprehension uses a variable that is named after it.
      const auto for_at = items.children.empty() ? find_generator() : std::nullopt;
      if (for_at) return generator(*for_at, close, outer_filter);
      items.children.push_back(choice());
      if (take(",")) {
        comma = true;
      } else {
        expect(close);
        break;
      }
    }
    in_filter_ = outer_filter;
    if (close == ")" && !comma && items.children.size() == 1) return std::move(items.children[0]);
    return items;
  }

  /// Where a 'for' stands at this level before the bracket closes, if one does.
  std::optional<std::size_t> find_generator() const {
    int level = 0;
    for (auto k = at_; k < text_.size(); ++k) {
      const char c = text_[k];
      if (c == '\'' || c == '"') {
        k = text_.find(c, k + 1);
        if (k == std::string::npos) return std::nullopt;
      } else if (c == '(' || c == '[') {
        ++level;
      } else if (c == ')' || c == ']') {
        if (level-- == 0) return std::nullopt;
      } else if (level == 0 && c == ',') {
        return std::nullopt;
      } else if (level == 0 && text_.compare(k, 4, "for ") == 0 && k > 0 &&
                 !in_word(text_[k - 1])) {
        return k;
      }
    }
    return std::nullopt;
  }

  /// From the element on, whose 'for' stands at `for_at`: what follows that is read first, since it
  /// names the variable that the element uses.
  node generator(std::size_t for_at, const std::string& close, bool outer_filter) {
    const auto start = std::exchange(at_, for_at);
    expect("for");
    const auto variable = peek_word();
    if (variable.empty() || std::ranges::count(keywords, variable)) fail("a variable's name");
    at_ += variable.size();
    expect("in");
    node whole{operation::comprehension};
    in_filter_ = true;  // an 'if' now begins a filter, not a choice
    auto iterable = either();
    whole.slot = names_.size();
    names_.push_back(variable);
    std::vector<node> filters;
    while (take("if")) filters.push_back(either());
    in_filter_ = false;
    expect(close);
    const auto after = at_;
    at_ = start;
    whole.children.push_back(choice());
    skip_space();
    if (text_.compare(at_, 4, "for ") != 0) fail("'for'");
    whole.children.push_back(std::move(iterable));
    std::ranges::move(filters, std::back_inserter(whole.children));
    names_.pop_back();
    at_ = after;
    in_filter_ = outer_filter;
    return whole;
  }

  node quoted(char quote) {
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) fail(fmt::format("a closing {}", quote));
    node text{.what = operation::constant, .constant = text_.substr(at_ + 1, end - at_ - 1)};
    at_ = end + 1;
    return text;
  }

  node number() {
    const char *begin = text_.data() + at_, *end = text_.data() + text_.size();
    std::int64_t whole = 0;
    double real = 0;
    const auto as_whole = std::from_chars(begin, end, whole);
    const auto as_real = std::from_chars(begin, end, real);
    if (as_real.ec != std::errc{}) fail("a number within range");
    const bool is_whole = as_whole.ec == std::errc{} && as_whole.ptr == as_real.ptr;
    at_ = static_cast<std::size_t>((is_whole ? as_whole.ptr : as_real.ptr) - text_.data());
    if (at_ < text_.size() && in_word(text_[at_])) fail("a number");
    return {.what = operation::constant,
            .constant = is_whole ? axis_value(whole) : axis_value(real)};
  }

  node word() {
    const auto name = peek_word();
    if (name == "True" || name == "False") {
      at_ += name.size();
      return {.what = operation::constant, .constant = std::int64_t{name == "True"}};
    }
    // The innermost name wins, as in Python.
    const auto found = std::find(names_.rbegin(), names_.rend(), name);
    if (found != names_.rend()) {
      at_ += name.size();
      const auto slot = static_cast<std::size_t>(names_.rend() - found) - 1;
      if (slot < parameters_) uses_.push_back(slot);
      return {.what = operation::parameter, .slot = slot};
    }
    if (std::ranges::count(functions, name)) return call(name);
    if (std::ranges::count(keywords, name)) fail("a value");
    fail(fmt::format("a parameter, not the unknown name '{}'", name));
  }

  node call(const std::string& name) {
    at_ += name.size();
    node whole{.what = operation::call, .function = name};
    skip_space();
    if (at_ == text_.size() || text_[at_] != '(') fail("'('");
    auto arguments = bracket(")");
    if (arguments.what == operation::list && name != "len" && name != "list") {
      whole.children = std::move(arguments.children);
    } else {
      whole.children.push_back(std::move(arguments));
    }
    return whole;
  }

  const std::string& text_;
  std::vector<std::string> names_;
  std::size_t parameters_;
  std::vector<std::size_t>& uses_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_filter_ =
      false;  // inside a comprehension's 'in ... if ...', where 'if' ends an expression
};

}  // namespace

expression_node parse_expression(const std::string& text, const std::vector<std::string>& names,
                                 std::vector<std::size_t>& uses) {
  auto root = parser(text, names, uses).whole();
  std::ranges::sort(uses);
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  return root;
}

}  // namespace retime::tune
