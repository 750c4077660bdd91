// app/cli/jobs.h - the same for many things, several at a time: for_each_of(jobs, count, work).
#pragma once

#include "term/in_pieces.h"
