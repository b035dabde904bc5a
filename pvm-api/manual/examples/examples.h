/* examples.h - the examples of the manual pages: the body of example_NAME stands in the page NAME. A master calls them
 * all, with workers that answer each message by the number 7 and its tag (main.c). */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>
#include <unistd.h>

#include <pvm3.h>

enum { WORK = 1, RESULT = 2, GONE = 3, LATER = 4, WORKERS = 3 }; /* tags of messages; tasks */

void tasks_begin(int *tids);     /* those that start workers, and look at them */
void tasks_end(const int *tids); /* those that end them */
void messages(int *tids);
void boxes(void);
void groups(void);
