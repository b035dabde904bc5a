/* sieve.c - primes by Eratosthenes. */
#include <stdio.h>
#include <string.h>
#define N 200000
static char composite[N];

int main(void)
{
    int primes = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i < N; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = 2 * i; j < N; j += i)
            composite[j] = 1;
    }
    printf("%d\n", primes);
    return 0;
}
