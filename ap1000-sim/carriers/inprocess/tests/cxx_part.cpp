/* cxx_part.cpp - see cxx_part.hpp. */
#include "cxx_part.hpp"

#include <iostream>

namespace
{

class Square : public Shape
{
  public:
    std::string name() const override
    {
        return "square";
    }
};

/* Begins before the program's own, and ends after them. */
class Announced
{
  public:
    Announced()
    {
        std::cout << "the part begins\n";
    }
    ~Announced()
    {
        std::cout << "the part ends at " << part_number << std::endl;
    }
} announced;

} // namespace

int part_number = 100;
thread_local int part_local = 5;

Refused::Refused(int n) : std::runtime_error("refused: " + std::to_string(n)), number(n)
{
}

std::string Shape::name() const
{
    return "shape";
}

int count()
{
    part_local += 2;
    return ++calls_of_all() + ++part_number + part_local;
}

void refuse(int number)
{
    throw Refused(number);
}

int call(int (*function)(int), int argument)
{
    return function(argument);
}

std::unique_ptr<Shape> square()
{
    return std::make_unique<Square>();
}

void compute_for_ever()
{
    for (volatile long n = 0;; n = n + 1)
        ;
}
