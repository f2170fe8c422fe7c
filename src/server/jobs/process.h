/* Names of processes that share a database: no two have the same, and whether the one of
 * a name has ended can be told on the machine that it ran on. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>

#define PROCESS_NAME_SIZE 120

/* A different one at each call, so that two servers in one process have different ones.
 */
void process_name(char name[PROCESS_NAME_SIZE]);
/* True only when that is sure: a process of another machine, of another container or of
 * an unreadable name may live. What follows the name after a further slash is passed
 * over. */
bool process_has_ended(const char *name);

#endif
