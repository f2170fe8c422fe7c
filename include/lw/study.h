/* Studies: what people are asked to do, written in one file and carried out as written.
 *
 *   definition (JSON) -> read and checked -> levels resolved -> frozen, hashed
 *   frozen definition + cell + person's number -> plan: every phase and trial, in order
 *
 * Everything here is a pure function of its arguments and needs libc only: the server,
 * the pages' tests and simulated people use the same code. docs/studies.md shows
 * all of it by example. */
#ifndef LW_STUDY_H
#define LW_STUDY_H

#include "lw/study/analysis.h"
#include "lw/study/assignment.h"
#include "lw/study/cells.h"
#include "lw/study/definition.h"
#include "lw/study/events.h"
#include "lw/study/export.h"
#include "lw/study/factors.h"
#include "lw/study/faults.h"
#include "lw/study/instruments.h"
#include "lw/study/levels.h"
#include "lw/study/measure_list.h"
#include "lw/study/measures.h"
#include "lw/study/phase.h"
#include "lw/study/plan.h"
#include "lw/study/question.h"
#include "lw/study/sets.h"
#include "lw/study/shipped.h"
#include "lw/study/simulate.h"
#include "lw/study/tables.h"
#include "lw/study/taking_part.h"
#include "lw/study/text.h"
#include "lw/study/truth.h"

#endif
