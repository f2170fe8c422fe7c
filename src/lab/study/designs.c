/* The list of designs. */
#include "study/designs.h"

const struct study_design *const study_designs[] = {
    &study_taylor, &study_kartal, &study_vankreveld, &study_schaa, &study_khalifa, NULL};
