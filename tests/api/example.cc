#include <winnow/winnow.h>
#include <iostream>

int main() {
  winnow::Selector selector = winnow::Selector::open();  // the model that came with winnow
  selector.add("fof(socrates, axiom, man(socrates)).");
  selector.add("fof(mortal, axiom, ! [X] : (man(X) => mortal(X))).");
  const char* goal = "fof(goal, conjecture, mortal(socrates)).";
  for (const winnow::Ranked& premise : selector.rank(goal, {.k = 32}))
    std::cout << premise.name << ' ' << premise.score << '\n';
  winnow::Proof proof = winnow::prove(selector, goal, {.time_limit_s = 30});
  std::cout << szs_status(proof.verdict) << '\n';
}
