// app/cli/signals.h - Ctrl-C for commands that run provers: SignalInterrupt turns it into a
// cancellation. A door to process/interrupt.h, as cli/jobs.h is one.
#pragma once

#include "process/interrupt.h"
