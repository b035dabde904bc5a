/* queens.c - all places of eight queens. */
#include <stdio.h>
static int columns[8], up[15], down[15], found;

static void place(int row)
{
    if (row == 8) {
        found++;
        return;
    }
    for (int c = 0; c < 8; c++)
        if (!columns[c] && !up[row + c] && !down[row - c + 7]) {
            columns[c] = up[row + c] = down[row - c + 7] = 1;
            place(row + 1);
            columns[c] = up[row + c] = down[row - c + 7] = 0;
        }
}

int main(void)
{
    place(0);
    printf("%d\n", found);
    return 0;
}
