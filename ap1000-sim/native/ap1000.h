/* ap1000.h - the AP1000's own message library in C: what programs for the bare machine call, without PVM.
 *
 * A program has host_main(argc, argv), which runs on the host, and cell_main(), which runs on every cell; in one
 * executable or in two. main() is the library's own. A program with cell_main alone runs on all cells at once.
 * Both return int, and that is the exit code; cell_main may also end with cell_exit.
 *
 * Rebuilt from programs that call it: the manual was not found. Where those leave a question open, the comment here
 * says what was decided. Lengths are in bytes. A message has a type (0 or more) and its sender's cell and task. An
 * error that no return value tells ends the program with one line on stderr.
 */
#ifndef AP1000_H
#define AP1000_H

#include <unistd.h> /* before sync is a macro: it declares another one */

#ifdef __cplusplus
extern "C" {
#endif

#define ANY_CELL (-1)
#define ANY_TASK (-1)
#define ANY_TYPE (-1)

/* ---- the array, and the program on it: on the host --------------------------------------------------------------- */

/* Use nx x ny cells: a rectangle in the corner of the machine, or, if it is too long or too high for that, the cells
 * along the machine's rows, one row after the other. Before ccreat; without it all are used. 0. */
int cconfxy(int nx, int ny);

/* Load the program `file` on every cell of the array and start it there as task `tid` (0 or more, once each). NULL, or
 * this program's own name: this program. The third argument is for what programs pass there, NULL. 0. */
int ccreat(const char *file, int tid, void *reserved);

/* Wait until every task that ccreat started has ended. 0. */
int waitstable(void);

/* ---- who and where: anywhere ------------------------------------------------------------------------------------- */

int getcid(void);  /* this cell, y * getncelx() + x; on the host gethcid() */
int getcidx(void); /* its column, its row; on the host -1 */
int getcidy(void);
int getncel(void); /* cells of the array, its columns, its rows */
int getncelx(void);
int getncely(void);
int gethcid(void);     /* what stands for the host where a cell is wanted; it is no cell's, it is getncel() */
double dgettime(void); /* simulated time since the machine started [s] */

/* ---- messages: anywhere, unless noted ---------------------------------------------------------------------------- */

/* n bytes to task `tid` of a cell, or to the host (cid gethcid(), tid 0), over the T-Net or the host path. Does not
 * wait for the receiver; buf may be used again at once. 1; 0 if there is no such cell or task, n or type is below
 * 0. */
int l_asend(int cid, int tid, int type, const void *buf, int n);

/* n bytes to task `tid` on all cells, the sender's excepted, over the B-Net; never to the host. As l_asend. */
int cbroad(int tid, int type, const void *buf, int n);

/* The oldest message from that cell, task and of that type (ANY_CELL, ANY_TASK, ANY_TYPE); waits for it. It becomes the
 * current one: where it lies in the ring buffer, aligned for any type, readable until the next receive. */
void *l_arecv(int cid, int tid, int type);
void *crecv(void); /* the oldest from anyone */
int cprobe(void);  /* 1: a message waits; 0 */

/* Copy the current message, n bytes at most. Its whole length; -1 if nothing was received yet. */
int readmsg(void *buf, int n);
int getmcid(void); /* the cell that the current message came from; gethcid(): the host; -1: none received yet */

/* On a cell: to the host, as l_asend; from the host, as l_arecv. */
int h_send(int type, const void *buf, int n);
void *h_recv(int type);

/* ---- all cells together: task 0 of each calls, in the same order
 * --------------------------------------------------- */

/* The root's n bytes to the buf of all cells of its row (x_brd), of its column (y_brd), or of the array (xy_brd:
 * along the root's row, then from each cell of that row down its column). root is the cell's number in the row, in
 * the column, in the array. The T-Net's own broadcast carries it: one message for a whole row or column, whatever its
 * length. In an array that does not follow the machine's rows (see cconfxy) it is a tree of messages. Decided here:
 * x_brd and y_brd are called by the cells of that row or column alone. 0. */
int x_brd(int root, void *buf, int n);
int y_brd(int root, void *buf, int n);
int xy_brd(int root, void *buf, int n);

/* The sum over all cells, the same on each to the last bit. 0. */
int xy_isum(int v, int *sum);
int xy_fsum(float v, float *sum);
int xy_dsum(double v, double *sum);

/* The greatest v, and the tag that its cell gave; of equal ones the lowest cell's. 0. */
int xy_imax(int v, int tag, int *max, int *max_tag);
int xy_fmax(float v, int tag, float *max, int *max_tag);
int xy_dmax(double v, int tag, double *max, int *max_tag);

/* ---- the S-Net
 * ------------------------------------------------------------------------------------------------------ */

/* Barrier of all tasks on the cells; with SYNC_HOST or-ed into `no` (decided here) of those and the host, which can
 * call no other one. Otherwise the number is not looked at. Returns the OR of what all brought as stat. */
#define SYNC_HOST 0x8000
unsigned ap1000_sync(int no, unsigned stat);
#define sync(no, stat) ap1000_sync(no, stat)

/* Status lines of a cell, apart from any barrier: set the own, read the own, read the OR over all cells (also on the
 * host). pstat: 0. */
int pstat(unsigned s);
unsigned gstat(void);
unsigned cstat(void);

/* ---- of the simulation alone
 * ------------------------------------------------------------------------------------------ */

/* The calling task's processor works for that long [simulated s, 0 or more]. The AP1000 had no such call: computing
 * took its time. Here a program says what its computing takes, and gets the same times in every run. */
void ap1000_compute(double seconds);

/* End the calling task. Does not return. */
void cell_exit(int code);

#ifdef __cplusplus
}
#endif

#endif
