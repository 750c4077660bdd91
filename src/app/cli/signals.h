// app/cli/signals.h - Ctrl-C for commands that run provers: SignalInterrupt turns it into a
// cancellation.
#pragma once

#include "process/interrupt.h"
