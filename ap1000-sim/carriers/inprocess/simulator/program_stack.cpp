/* program_stack.cpp - see program_stack.hpp. */
#include "carriers/inprocess/simulator/program_stack.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

namespace ap1000
{

void *lay_stack(unsigned char *top, char *const *argv, char *const *environment)
{
    std::vector<std::uint64_t> words;
    std::vector<char *> strings;
    std::vector<std::size_t> at;
    auto list = [&](char *const *entries) {
        for (; *entries != nullptr; entries++) {
            at.push_back(words.size());
            strings.push_back(*entries);
            words.push_back(0);
        }
        words.push_back(0);
    };
    words.push_back(0);
    list(argv);
    words[0] = strings.size();
    list(environment);
    words.insert(words.end(), {0, 0}); /* AT_NULL */
    for (std::size_t i = 0; i < strings.size(); i++) {
        std::size_t n = std::strlen(strings[i]) + 1;
        top -= n;
        std::memcpy(top, strings[i], n);
        words[at[i]] = reinterpret_cast<std::uint64_t>(top);
    }
    auto end = reinterpret_cast<std::uint64_t>(top) - words.size() * sizeof words[0];
    auto *stack = reinterpret_cast<unsigned char *>(end / 16 * 16);
    std::memcpy(stack, words.data(), words.size() * sizeof words[0]);
    return stack;
}

} // namespace ap1000
