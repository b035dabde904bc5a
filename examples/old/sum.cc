// sum.cc - C++ of 1998: string constants are given to calls that take char *.
#include <iostream>
#include <pvm3.h>
using namespace std;
int main()
{
    int tid, n = 5;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        return pvm_send(pvm_parent(), 2);
    }
    pvm_spawn("sum++", 0, PvmTaskDefault, "", 1, &tid);
    pvm_recv(tid, 2);
    pvm_upkint(&n, 1, 1);
    cout << "sum " << n << endl;
    return pvm_exit();
}
