/* The pages, each in its own file; help.h says what they are. */
#ifndef COMMAND_PAGES_H
#define COMMAND_PAGES_H

#include "lw/command/help.h"

extern const struct cli_page cli_page_man, cli_page_markdown;
extern const struct cli_page cli_page_bash, cli_page_zsh, cli_page_fish;

#endif
