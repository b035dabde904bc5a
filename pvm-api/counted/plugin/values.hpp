// values.hpp - what a function's names stand for: equal expressions and equal loads have equal numbers, and each number
// knows in which loops it stays the same and in which it goes in equal steps. No prices.
#pragma once
#include <tuple>
#include "work.hpp"

namespace counted
{

/// The value `id` plus the constant k; id 0 is the constant alone.
struct Num {
    int id;
    HOST_WIDE_INT k;
    bool operator==(const Num &o) const
    {
        return id == o.id && k == o.k;
    }
    bool operator<(const Num &o) const
    {
        return std::tie(id, k) < std::tie(o.id, o.k);
    }
};

struct Value {
    enum Kind { NOTHING, LEAF, OP, LOAD, SYMBOL, REAL } kind = NOTHING;
    int code = 0;             ///< OP: its tree code
    Num a{0, 0}, b{0, 0};     ///< operands; LOAD: the address
    basic_block bb = nullptr; ///< LEAF: where it is set; LOAD: where its memory was last written
    tree t = NULL_TREE;       ///< LEAF: name; SYMBOL: variable; REAL: constant
    tree type = NULL_TREE;
    int root = 0;             ///< of an address: the value of the pointer or variable that it was made from
    bool in_register = false; ///< LOAD: of a local variable that a compiler keeps in a register
};

/// A reference to memory.
struct Ref {
    Num address{0, 0};
    HOST_WIDE_INT size = -1; ///< bytes; -1: not known
    tree type = NULL_TREE;
    tree local = NULL_TREE;   ///< the local variable that it lies in, if no other code has its address
    bool in_register = false; ///< such a variable that a compiler keeps in a register
    bool bits = false;        ///< a part of a word
};

class Values
{
  public:
    explicit Values(function *f);
    Num number(tree t);    ///< of an operand
    Ref reference(tree t); ///< of a reference to memory
    const Value &at(int id) const
    {
        return values[id];
    }
    bool constant_in(int id, class loop *l); ///< it stays the same while the loop runs
    bool steps_in(int id, class loop *l);    ///< each round adds the same
    struct Step {
        HOST_WIDE_INT k;
        int times;         ///< a value; 0: 1
        bool known = true; ///< for step_of itself
    };
    bool step_of(int id, class loop *l, Step &step, class loop *inner = nullptr);
    tree name_at(int id, basic_block bb);

  private:
    using Key = std::tuple<int, int, int, HOST_WIDE_INT, int, HOST_WIDE_INT, const void *, HOST_WIDE_INT>;
    int value(const Key &key, const Value &v);
    Num op(int code, tree type, Num a, Num b);
    Num plus(Num a, Num b, int root = 0);
    Num times(Num a, HOST_WIDE_INT c);
    bool find_step(int id, class loop *l, Step &step, class loop *inner);
    bool times_constant(int id, HOST_WIDE_INT k, Step &step);
    Num leaf(tree t, basic_block bb, Value::Kind kind = Value::LEAF);
    void name(unsigned version, Num value);
    Num of_name(tree name);
    Num of_assign(gimple *s);
    Num load(gimple *s);
    bool may_write(gimple *s, const Ref &ref);
    bool apart(const Ref &a, const Ref &b);
    const std::vector<gimple *> &writes_of(class loop *l);
    void find_escaped();

    function *f;
    std::vector<Value> values;
    std::map<Key, int> known;
    std::vector<Num> names;
    std::vector<char> named;
    std::map<int, std::set<unsigned>> names_of; ///< versions of names that are this value
    std::map<std::pair<int, int>, bool> constant, steps;
    std::map<std::tuple<int, int, bool>, Step> step_found;
    std::map<class loop *, std::vector<gimple *>> writes;
    std::map<gimple *, Ref> stores;
    std::set<gimple *> open; ///< stores whose references are being found out
    std::set<tree> escaped;
};

/// operations.cpp: the cost of single operations by their types. by_constant: its second operand is one.
Work load_cost(tree type, bool bits);
Work store_cost(tree type, bool bits);
Work compare_cost(tree type);
Work argument_cost(tree type); ///< va_arg: in words, as they are not aligned; of a structure there is the address
Work operation_cost(const Value &v, bool by_constant);

} // namespace counted
