/* event_line.hpp - an event on a line of its own, as --trace writes it, made into a value without the general reader of
 * JSON, which takes four times as long. What is not exactly so is left to that one. */
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace ap1000
{

class EventLine
{
  public:
    /* Returns the event of this line, {"ph":...}, with a comma behind it; valid until the next call. nullptr: the line
     * is another one, has an array, a truth value or null, an escape or a byte beyond ASCII, or is no JSON. */
    const nlohmann::json *read(std::string_view line);

    /* A number of the last event is no whole one, and no time of at most 15 digits before the point. */
    bool has_odd_number() const
    {
        return has_odd_number_;
    }

  private:
    enum class Kind : char { text, number, object, end };
    struct Part { /* end: of an object, without a key */
        Kind kind;
        std::string_view key, value;
    };
    /* Events with the same keys in the same order have one value, which is written anew. */
    struct Shape {
        struct Slot {
            Kind kind;
            std::string key;
            nlohmann::json *at; /* in `event` */
        };
        std::vector<Slot> slots;
        nlohmann::json event;
    };

    bool take_apart(std::string_view line);
    bool fits(const Shape &s) const;
    Shape *shape();
    bool write(nlohmann::json &at, const Part &p);

    bool has_odd_number_ = false;
    std::vector<Part> parts_; /* of the present line */
    std::list<Shape> shapes_; /* the last one that was used first */
};

} // namespace ap1000
