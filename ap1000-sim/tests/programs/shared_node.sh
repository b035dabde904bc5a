#!/bin/sh
# shared_node.sh SHARED_NODE - if one task's work takes t by its own clock, two tasks on one cell are done after 2 t, three after 3 t.
alone=$("$1") && both=$("$1" 2) && three=$("$1" 3) || exit 1
echo "Expectation: alone t = $alone us; two together about $((2 * alone)) us, three about $((3 * alone)) us"
echo "Actual: $both us; three: $three us"
# Receiving and clock readings add up to 10 per cent.
[ "$alone" -gt 0 ] && [ "$both" -ge $((2 * alone)) ] && [ "$both" -lt $((2 * alone * 110 / 100)) ] || exit 1
[ "$three" -ge $((3 * alone)) ] && [ "$three" -lt $((3 * alone * 110 / 100)) ] || exit 1
# To the microsecond: 1000 calls of 1 us and one reading of the clock alone; beside others also the receiving, and the sending of who is done
# first. A piece of work that is done in another order, or by half, shows here.
[ "$alone" -eq 1001 ] && [ "$both" -eq 2105 ] && [ "$three" -eq 3147 ]
