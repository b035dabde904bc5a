/* ap1000.h - the AP1000's own message library in C, for programs that use the bare machine without PVM.
 *
 * A program has host_main(argc, argv), which runs on the host, and cell_main(), which runs on every cell. They are in
 * one executable or in two; main() is in the library. A program with only cell_main runs on all cells at once. Both
 * are int, as in C without a type; what they return does not matter. The exit code is 0, or what exit or cell_exit say.
 *
 * The manual was not found, so the library was rebuilt from programs that call it. Where these leave a question open,
 * the comment says what was decided here. Lengths are in bytes. A message has a type (0 or more), and the cell and the
 * task of its sender. An error that a call cannot return ends the program with one line on stderr. */
#ifndef AP1000_H
#define AP1000_H

#include <unistd.h> /* before sync is a macro: unistd.h declares another sync */

#ifdef __cplusplus
extern "C" {
#endif

#define ANY_CELL (-1)
#define ANY_TASK (-1)
#define ANY_TYPE (-1)

/* ---- the host: the array, and the program on it ------------------------------------------------------------------ */

/* Uses nx x ny cells: a rectangle in the corner of the machine or, if it does not fit, the cells along the machine's
 * rows, one row after the other. Call it before ccreat; otherwise all cells are used. Returns 0. */
int cconfxy(int nx, int ny);

/* Loads the program `file` on every cell of the array, and starts it there as task `tid` (0 or more; each only once).
 * NULL and this program's own name mean this program. Pass NULL as the third argument, as programs do. Returns 0. */
int ccreat(const char *file, int tid, void *reserved);

/* Waits until every task that ccreat has started has ended. Returns 0. */
int waitstable(void);

/* ---- host and cells: identity and place -------------------------------------------------------------------------- */

int getcid(void);  /* number of this cell, y * getncelx() + x; on the host gethcid() */
int getcidx(void); /* column of this cell; on the host -1 */
int getcidy(void); /* row of this cell; on the host -1 */
int getncel(void); /* number of cells in the array, of its columns, of its rows */
int getncelx(void);
int getncely(void);
int gethcid(void);     /* number that means the host in place of a cell. It is getncel(), so no cell has it */
double dgettime(void); /* simulated time since the machine started [s] */

/* ---- host and cells: messages ------------------------------------------------------------------------------------ */

/* Sends n bytes to task `tid` of a cell, or to the host (cid gethcid(), any tid), over the T-Net or the host path. Does
 * not wait for the receiver; buf may be used again at once. Returns 1, or 0 if there is no such cell or task, or n or
 * type is below 0. */
int l_asend(int cid, int tid, int type, const void *buf, int n);

/* Sends n bytes to task `tid` on all cells except the sender's, over the B-Net; never to the host. Returns as
 * l_asend. */
int cbroad(int tid, int type, const void *buf, int n);

/* Waits for the oldest message from that cell and task and with that type (ANY_CELL, ANY_TASK, ANY_TYPE). It becomes
 * the current message. Returns its address in the ring buffer, aligned for any type, readable until the next
 * receive. */
void *l_arecv(int cid, int tid, int type);
void *crecv(void); /* waits for the oldest message of all */
int cprobe(void);  /* returns 1 if a message waits, 0 if none does */

/* Copies the current message, n bytes at most. Returns its whole length, or -1 if nothing was received yet. */
int readmsg(void *buf, int n);
int getmcid(void); /* the cell that the current message came from; gethcid(): the host; -1: nothing was received yet */

/* On a cell: send to the host like l_asend, receive from the host like l_arecv. */
int h_send(int type, const void *buf, int n);
void *h_recv(int type);

/* Returns 1 if a message from that cell and task and of that type waits, 0 if none does; it stays where it is. */
int l_aqrecv(int cid, int tid, int type);

/* Between the tasks of one number on two cells, dx columns and dy rows away (round the array's edges): sends n bytes;
 * waits for the oldest such message, which goes into buf, n bytes at most. xy_send returns as l_asend, xy_recvs the
 * message's whole length.
 * Such messages and those of l_asend do not see each other. On the machine they went straight into the user's
 * buffer, and may have cost less: here they cost what l_asend, l_arecv and readmsg cost, which is the most. */
int xy_send(int dx, int dy, int type, const void *buf, int n);
int xy_recvs(int dx, int dy, int type, void *buf, int n);

/* ---- all cells together: the tasks of one number make these calls, in the same order. The current message stays -- */

/* Sends the root's n bytes to the buf of all cells of its row (x_brd), of its column (y_brd), or of the array (xy_brd:
 * along the root's row, then from each cell of that row along its column). root is the cell's number in the row, in the
 * column or in the array. The T-Net's own broadcast carries it: one message for a whole row or column. In an array that
 * does not follow the machine's rows (see cconfxy) it is a tree of messages. We decided that only the cells of that row
 * or column call x_brd and y_brd, and that a cell whose n is not the root's ends with a line that says so. Returns 0.
 */
int x_brd(int root, void *buf, int n);
int y_brd(int root, void *buf, int n);
int xy_brd(int root, void *buf, int n);

/* Compute the sum over all cells, the same on each cell to the last bit. Return 0. */
int xy_isum(int v, int *sum);
int xy_fsum(float v, float *sum);
int xy_dsum(double v, double *sum);

/* Find the greatest v, and the tag of its cell (if several have it, of the lowest). Return 0. */
int xy_imax(int v, int tag, int *max, int *max_tag);
int xy_fmax(float v, int tag, float *max, int *max_tag);
int xy_dmax(double v, int tag, double *max, int *max_tag);

/* ---- the S-Net --------------------------------------------------------------------------------------------------- */

/* Waits in the barrier of all tasks on the cells. With SYNC_HOST or-ed into `no` (our decision) the host takes part,
 * too; the host can call no other barrier. Otherwise the number does not matter. Returns the OR of the stat of all. */
#define SYNC_HOST 0x8000
unsigned ap1000_sync(int no, unsigned stat);
#define sync(no, stat) ap1000_sync(no, stat)

/* Status lines of a cell, which are independent of barriers. pstat sets those of this cell and returns 0. gstat returns
 * those of this cell, cstat the OR over all cells (also on the host). */
int pstat(unsigned s);
unsigned gstat(void);
unsigned cstat(void);
int initstat(int n); /* on the host, after ccreat: nothing is left to do, as status lines begin as 0. Returns 0 */

/* ---- only in the simulation -------------------------------------------------------------------------------------- */

/* Lets the calling task's processor work for this long [simulated s, 0 or more]. The AP1000 had no such call, as its
 * computing took real time. Here a program says how long its computing takes, and gets the same times in every run. */
void ap1000_compute(double seconds);

/* Ends the calling task. Does not return. */
void cell_exit(int code);

#ifdef __cplusplus
}
#endif

#endif
