// What a user of the library writes: ranks the axioms of a problem from memory.
#include <winnow/error.h>
#include <winnow/selector.h>

#include <iostream>

int main(int argc, char** argv) {
  try {
    winnow::Selector selector = winnow::Selector::open({.model = argc > 1 ? argv[1] : "none"});
    selector.add("fof(all_p, axiom, ! [X] : p(X)).");
    selector.add("fof(some_r, axiom, ? [X] : r(X)).");
    for (const winnow::Ranked& premise : selector.rank("fof(goal, conjecture, p(a)).", {.k = 1}))
      std::cout << premise.name << '\n';
    selector.add("fof(broken, axiom");
  } catch (const winnow::InputError& error) {
    std::cout << "InputError " << error.place().line << '\n';
    return 0;
  }
  return 1;
}
