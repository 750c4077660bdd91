// app/cli/suggestion.h - what may have been meant by a word: hint_with_nearest(word, known, hint).
#pragma once

#include "term/nearest.h"
