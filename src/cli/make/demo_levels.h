/* The levels that the program carries with it. */
#ifndef CLI_DEMO_LEVELS_H
#define CLI_DEMO_LEVELS_H

struct cli_demo {
    const char *game; /* kind name */
    const char *text; /* a collection in one of the kind's formats */
};

/* Ends with game NULL. */
extern const struct cli_demo cli_demos[];

#endif
