/* The laboratory's entry. */
#include "lw/lab.h"

int main(int argc, char **argv) {
    return cli_main(&lw_lab_program, argc, argv);
}
