/* event_line.cpp - see event_line.hpp. */
#include "command/event_line.hpp"

#include <algorithm>
#include <charconv>

namespace ap1000
{
namespace
{

using nlohmann::json;

constexpr std::size_t most_shapes = 64;

/* The end of the text that begins there, where its quotation mark stands; npos: it is not a plain one. */
std::size_t end_of_text(std::string_view line, std::size_t at)
{
    for (; at < line.size() && line[at] != '"'; at++)
        if (const auto byte = static_cast<unsigned char>(line[at]); byte == '\\' || byte < ' ' || byte >= 0x7f)
            return std::string_view::npos;
    return at < line.size() ? at : std::string_view::npos;
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The end of a number as JSON has it, without an exponent; `at` itself: there is none. */
std::size_t end_of_number(std::string_view line, std::size_t at)
{
    const auto digit = [&line](std::size_t i) { return i < line.size() && is_digit(line[i]); };
    std::size_t i = at < line.size() && line[at] == '-' ? at + 1 : at;
    if (!digit(i) || (line[i] == '0' && digit(i + 1)))
        return at;
    while (digit(i))
        i++;
    if (i >= line.size() || line[i] != '.')
        return i;
    if (!digit(++i))
        return at;
    while (digit(i))
        i++;
    return i;
}

} // namespace

/* Returns false unless it is an object of texts, numbers and such objects, with a comma behind it and no blank. */
bool EventLine::take_apart(std::string_view line)
{
    constexpr std::size_t none = std::string_view::npos;
    parts_.clear();
    int open = 1;
    std::size_t at = 1; /* behind the bracket */
    if (line.size() < 2 || line.front() != '{' || line.back() != ',')
        return false;
    while (open > 0) {
        const std::size_t key = at + 1, key_end = at < line.size() && line[at] == '"' ? end_of_text(line, key) : none;
        if (key_end == none || key_end + 2 >= line.size() || line[key_end + 1] != ':')
            return false;
        Part p{Kind::text, line.substr(key, key_end - key), {}};
        at = key_end + 2;
        if (line[at] == '{') {
            p.kind = Kind::object;
            parts_.push_back(p);
            open++;
            at++;
            continue;
        }
        const bool text = line[at] == '"';
        const std::size_t begin = text ? at + 1 : at, end = text ? end_of_text(line, begin) : end_of_number(line, at);
        if (end == none || (!text && end == begin))
            return false;
        p.kind = text ? Kind::text : Kind::number;
        p.value = line.substr(begin, end - begin);
        parts_.push_back(p);
        for (at = text ? end + 1 : end; open > 0 && at < line.size() && line[at] == '}'; at++) {
            open--;
            parts_.push_back({Kind::end, {}, {}});
        }
        if (at >= line.size() || line[at] != ',')
            return false;
        at++;
    }
    return at == line.size();
}

bool EventLine::fits(const Shape &s) const
{
    return std::equal(s.slots.begin(), s.slots.end(), parts_.begin(), parts_.end(),
                      [](const Shape::Slot &a, const Part &b) { return a.kind == b.kind && a.key == b.key; });
}

/* That of the present line, which is made if need be. nullptr: it has a key twice. */
EventLine::Shape *EventLine::shape()
{
    auto found = std::find_if(shapes_.begin(), shapes_.end(), [this](const Shape &s) { return fits(s); });
    if (found != shapes_.end()) {
        shapes_.splice(shapes_.begin(), shapes_, found);
        return &shapes_.front();
    }
    if (shapes_.size() == most_shapes)
        shapes_.pop_back();
    Shape &s = shapes_.emplace_front();
    s.event = json::object();
    std::vector<json *> open = {&s.event};
    for (const Part &p : parts_) {
        if (p.kind != Kind::end && open.back()->contains(p.key)) {
            shapes_.pop_front();
            return nullptr;
        }
        json *at = p.kind == Kind::end ? nullptr : &(*open.back())[std::string(p.key)];
        s.slots.push_back({p.kind, std::string(p.key), at});
        if (p.kind == Kind::object) {
            *at = json::object();
            open.push_back(at);
        } else if (p.kind == Kind::end) {
            open.pop_back();
        }
    }
    return &s;
}

/* The value, of the same type as the general reader gives. */
bool EventLine::write(json &at, const Part &p)
{
    const char *const begin = p.value.data(), *const end = begin + p.value.size();
    const auto number = [&](auto n) {
        const std::from_chars_result read = std::from_chars(begin, end, n);
        at = n;
        return read.ec == std::errc() && read.ptr == end;
    };
    if (p.kind == Kind::text) {
        if (auto *text = at.get_ptr<json::string_t *>())
            text->assign(p.value);
        else
            at = std::string(p.value);
        return true;
    }
    if (const std::size_t point = p.value.find('.'); point != std::string_view::npos) {
        has_odd_number_ = has_odd_number_ || point > 15 || (p.key != "ts" && p.key != "dur");
        return number(json::number_float_t{});
    }
    return p.value.front() == '-' ? number(json::number_integer_t{}) : number(json::number_unsigned_t{});
}

const json *EventLine::read(std::string_view line)
{
    Shape *s = line.substr(0, 6) == "{\"ph\":" && take_apart(line) ? shape() : nullptr;
    if (s == nullptr)
        return nullptr;
    has_odd_number_ = false;
    for (std::size_t i = 0; i < parts_.size(); i++) {
        const Kind kind = parts_[i].kind;
        if ((kind == Kind::text || kind == Kind::number) && !write(*s->slots[i].at, parts_[i]))
            return nullptr;
    }
    return &s->event;
}

} // namespace ap1000
