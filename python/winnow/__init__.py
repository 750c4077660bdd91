"""winnow: the premises a theorem prover needs, out of thousands.

>>> selector = winnow.Selector.open(model="none")
>>> selector.add("fof(man, axiom, man(socrates)). fof(mortal, axiom, ! [X] : (man(X) => mortal(X))).")
2
>>> [premise.name for premise in selector.rank("fof(goal, conjecture, mortal(socrates)).", k=2)]
['man', 'mortal']
"""

from . import _winnow
from ._winnow import *  # noqa: F401,F403
from ._winnow import __version__

__all__ = ["__version__", *(name for name in vars(_winnow) if not name.startswith("_"))]

# They are shown, documented and pickled under the name by which they are imported.
for _name in __all__[1:]:
    if hasattr(getattr(_winnow, _name), "__module__"):
        getattr(_winnow, _name).__module__ = "winnow"
del _name
