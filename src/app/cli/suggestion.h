// app/cli/suggestion.h - what may have been meant by a word: hint_with_nearest(word, known, hint).
// A door to term/nearest.h, as cli/jobs.h is one.
#pragma once

#include "term/nearest.h"
