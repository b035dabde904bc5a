// names.hpp - the name of an object, and the error that names one: part of anetl.hpp.
#ifndef ANETL_NAMES_HPP
#define ANETL_NAMES_HPP

#include <cstdint>
#include <stdexcept>
#include <string>

#include "anetl/detail.hpp"

namespace anetl
{

// The name of an object in the whole system: its node and its number there, from 1 on. 0:0 is no object.
struct objid {
    std::uint32_t word = 0;
    int node() const
    {
        return static_cast<int>(word >> 20);
    }
    int number() const
    {
        return static_cast<int>(word & 0xfffff);
    }
    std::string text() const // "3:17"; of a node itself "node 3"
    {
        return number() == 0xfffff ? "node " + std::to_string(node())
                                   : std::to_string(node()) + ":" + std::to_string(number());
    }
    bool operator==(objid o) const
    {
        return word == o.word;
    }
    bool operator!=(objid o) const
    {
        return word != o.word;
    }
    bool operator<(objid o) const
    {
        return word < o.word;
    }
    ANETL_MEMBERS(word)
};

// The error that a message gets instead of an answer. from: the receiver of the message.
class ANETL_PUBLIC error : public std::runtime_error
{
  public:
    error(objid from_, const std::string &reason);
    ~error() override;
    objid from;
};

} // namespace anetl

#endif
