// prover/misfits.h - why all provers refuse formulas that winnow reads.
// in: formulas of a slice that a prover refused     out: a line that names the first that is wrong
// A prover tells the place in a file that is gone by then, in words of its own. Looked for only
// when that has happened: a symbol with different numbers of arguments, or a variable of FOF that
// nothing binds.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace winnow {

// "'edge' has 1 argument in 'bad' and 2 in 'edge_is_path'", or "" if there is no such thing.
std::string misfit_of(std::span<const std::string_view> formulas);

}  // namespace winnow
