// operations.hpp - the cost of single operations by their types.
#pragma once
#include "values.hpp"

namespace counted
{
Work load_cost(tree type, bool bits);
Work store_cost(tree type, bool bits);
Work compare_cost(tree type);
Work operation_cost(const Value &v, bool by_constant); ///< by_constant: its second operand is one
} // namespace counted
