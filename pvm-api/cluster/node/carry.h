/* carry.h - messages between nodes that an engine carries (engine.h), instead of the daemons' own connections: who
 * looks when, and who sleeps. Nodes that were started together by mpirun or srun have one; a node that came later has
 * not, nor has a run by pvmrun. */
#pragma once

#include "cluster/engine/engine.h"
#include "cluster/node/node.h"

/* Opens the library of an engine, and begins. *rank and *ranks are this node among those started together. False
 * after a line on stderr. */
bool carry_open(struct node *n, const char *library, int *rank, int *ranks);
/* Each node gives so many bytes, and gets those of all. */
bool carry_exchange(struct node *n, const void *mine, void *all, int bytes);
const char *carry_name(const struct node *n);

/* Whether messages to that node go by the engine. */
bool carry_reaches(const struct node *n, int number);
/* Sends a note as a message, and gives it back when that is done; the same for a word that is to come behind all that
 * has been sent. */
void carry_note(struct node *n, int number, uint64_t note);
void carry_word(struct node *n, int number, const struct word *w);

/* A numbered word has come by a link: a message, by its note, or another one (note 0). False: it makes no sense. */
bool carry_came_by_link(struct node *n, int from, const struct word *w, uint64_t note);

/* What the loop does with it in each turn. Returns true if the daemon must not sleep now. */
bool carry_turn(struct node *n);
/* There will be no further turn. */
void carry_turns_end(struct node *n);
/* WORD_ASLEEP, WORD_WAKE: the other one sleeps, or has sent something. Always true. */
bool carry_heard(struct node *n, int from, const struct word *w, const void *body);

/* That node is gone, or its connection. Returns true if what has come from it must be looked at first: node_lost is
 * then called again. */
bool carry_drains(struct node *n, int number);
/* The node of this number is not looked at any further. */
void carry_forget(struct node *n, int number);

/* At the end of the node, with its connections still there. The engine ends in good order only if no rank is gone. */
void carry_close(struct node *n);
