"""Makes the wheel (PEP 517): compiles by CMake, packs what it installs, and the model for ranking.

  /usr/bin/python3 -m pip wheel . --no-build-isolation --no-deps
  ... --config-settings=build=build/release       with a folder that is built already
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

from wheel.wheelfile import WheelFile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = "mizar-rank.*"

METADATA = """\
Metadata-Version: 2.1
Name: winnow
Version: {version}
Summary: finds the few axioms that a theorem prover needs
License: Apache-2.0
Requires-Python: >=3.8
Requires-Dist: numpy
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: winnow
Root-Is-Purelib: false
Tag: {tag}
"""


def version():
    return re.search(r"project\(winnow VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def compile_into(build):
    parts = {"PYTHON": "ON", "UNITY": "ON", "PROGRAM": "OFF", "LEARN": "OFF", "TESTS": "OFF",
             "BENCH": "OFF", "TOOLS": "OFF", "INSTALL": "OFF"}
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    "-DCMAKE_CXX_FLAGS_RELEASE=-O2", f"-DWINNOW_PYTHON_EXECUTABLE={sys.executable}",
                    *(f"-DWINNOW_{part}={value}" for part, value in parts.items())], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "winnow_python"], check=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        build = (config_settings or {}).get("build")
        if not build:
            compile_into(work / "build")
        subprocess.run(["cmake", "--install", build or work / "build", "--component", "python",
                        "--strip", "--prefix", work / "installed"], check=True)
        (installed,) = (work / "installed").rglob("winnow")
        content = work / "content"
        shutil.copytree(installed, content / "winnow")
        (content / "winnow/models").mkdir()
        for file in (ROOT / "models").glob(MODEL):
            shutil.copy(file, content / "winnow/models")
        about = content / f"winnow-{version()}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(METADATA.format(version=version()))
        (about / "WHEEL").write_text(WHEEL.format(tag=tag()))
        shutil.copy(ROOT / "LICENSE", about)
        name = f"winnow-{version()}-{tag()}.whl"
        with WheelFile(os.path.join(wheel_directory, name), "w") as wheel:
            wheel.write_files(content)
        return name
