#!/bin/sh
# borrower.sh AP1000 ENDS HARMLESS FIXED - a program whose own library can end tasks keeps others from running ahead; one whose library cannot does
# not. FIXED: as ENDS, an executable of fixed addresses.
. "$(dirname "$0")/checks.sh"
"$1" run --report=full "$2" >out 2>ends || check "exit code $?" false
"$1" run --report=full "$3" >out 2>harmless || check "exit code $?" false
case $(uname -m) in x86_64) # elsewhere the compiler may make none
    "$1" run --report=full "$4" >out 2>fixed || check "exit code $?" false
    check "of fixed addresses: $(grep 'Run ahead' fixed)" grep -q '^Run ahead.*by its library libborrows_ends\.so, a program can end or signal tasks: ' fixed ;;
esac
check "$(grep 'Run ahead' ends)" grep -q '^Run ahead.*by its library libborrows_ends\.so, a program can end or signal tasks: ' ends
check "$(grep 'Run ahead' harmless)" grep -q '^Run ahead: [0-9]* of' harmless
check "$(grep 'Run ahead' harmless)" test "$(grep -c 'can end' harmless)" -eq 0
finish
