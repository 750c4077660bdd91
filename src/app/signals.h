// app/signals.h - Ctrl-C for commands that run provers: SignalInterrupt turns it into a
// cancellation.
#pragma once

#include "prover/interrupt.h"
