/* cxx_part.hpp - a library of the user's own, of which each task has one for itself: what it counts, throws and makes.
 */
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

class Refused : public std::runtime_error
{
  public:
    explicit Refused(int number);
    int number;
};

class Shape
{
  public:
    virtual ~Shape() = default;
    virtual std::string name() const;
};

/* One in the whole program, though each file that uses it has it. */
inline int &calls_of_all()
{
    static int calls = 0;
    return calls;
}

extern int part_number; /* of the library, in the program by a copy */
extern thread_local int part_local;

int count();
void refuse(int number);
int call(int (*function)(int), int argument);
std::unique_ptr<Shape> square();
void compute_for_ever();
