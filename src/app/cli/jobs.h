// app/cli/jobs.h - the same for many things, several at a time: for_each_of(jobs, count, work).
// Commands include app/ and winnow/ alone: this is their door to term/in_pieces.h. A test
// (tests/app/include_order_test.cc) lists all that stands behind such doors.
#pragma once

#include "term/in_pieces.h"
