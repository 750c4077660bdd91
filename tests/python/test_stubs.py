"""What the stubs declare is what there is, and programs that use it pass mypy."""

import ast
import inspect
import pathlib
import subprocess
import sys

import winnow

PACKAGE = pathlib.Path(winnow.__file__).parent


def declared(body):
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_the_same_names():
    stub = dict(declared(ast.parse((PACKAGE / "__init__.pyi").read_text()).body))
    assert public(stub) == public(winnow.__all__)
    for name, node in stub.items():
        if not isinstance(node, ast.ClassDef):
            continue
        thing = getattr(winnow, name)
        mine = public(name for name, _ in declared(node.body))
        if issubclass(thing, BaseException):
            continue  # its attributes are set where it is raised
        fields = public(vars(thing))
        if hasattr(thing, "__members__"):
            fields -= {"value"}  # of pybind11's enumerations
        assert mine == fields, name
        for member, declaration in declared(node.body):
            if isinstance(declaration, ast.FunctionDef) and not member.startswith("_"):
                is_property = any(isinstance(d, ast.Name) and d.id == "property"
                                  for d in declaration.decorator_list)
                assert is_property == isinstance(inspect.getattr_static(thing, member), property) or (
                    member == "name"), f"{name}.{member}"


def test_options_of_calls_are_fields_of_their_structs():
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    keywords = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.args.kwonlyargs:
            keywords[node.name] = {each.arg for each in node.args.kwonlyargs}
    for call, options in {"parse": winnow.ReadOptions, "open": winnow.SelectorOptions,
                          "rank": winnow.RankOptions, "prove": winnow.ProveOptions,
                          "check": winnow.ProveOptions,
                          "score": winnow.ScoringOptions, "save": winnow.SaveOptions}.items():
        fields = public(vars(options))
        assert keywords[call] == fields, call


def mypy(program):
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", str(program)],
                          cwd=program.parent, capture_output=True, text=True,
                          env={"MYPYPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"})


def test_mypy_accepts_a_program(tmp_path):
    program = tmp_path / "program.py"
    program.write_text('''\
import winnow

selector = winnow.Selector.open(model="none")
added: int = selector.add("fof(a, axiom, p).")
names: list[str] = [premise.name for premise in selector.rank("fof(g, conjecture, p).", k=3)]
selection: winnow.Selection = selector.rank("fof(g, axiom, p).", goal="g")
proof: winnow.Proof = winnow.prove(selector, "fof(g, conjecture, p).", rank={"k": 3})
graph = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, p)."), 0)
wide: int = graph.edge_index.shape[1]
''')
    accepted = mypy(program)
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr


def test_mypy_finds_a_wrong_option_of_every_call(tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text('''\
import winnow

selector = winnow.Selector.open(modle="none")
selector.rank("fof(g, conjecture, p).", rankre="tfidf")
winnow.prove(selector, "fof(g, conjecture, p).", time_limit=3)
winnow.check(slice="16,all")
''')
    refused = mypy(program)
    assert refused.returncode == 1
    for line, option in enumerate(["modle", "rankre", "time_limit", "slice"], start=3):
        assert f'wrong.py:{line}: error: Unexpected keyword argument "{option}"' in refused.stdout
