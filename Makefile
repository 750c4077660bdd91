# The two commands a newcomer needs:  make demo   make test
# Everything else: make bench, check-sanitizers, check-cluster, fuzz, format, clean.

SECONDS ?= 60

.PHONY: all set-up build demo test quick bench check-sanitizers quick-sanitizers check-cluster fuzz format lint clean

all: build

set-up:
	@tools/set-up.sh

# A folder that `make demo` configured gets the tests and the learning library too.
build: set-up
	@grep -qs '^WINNOW_UNITY:BOOL=OFF' build/release/CMakeCache.txt && [ -e build/release/build.ninja ] || \
	  cmake --preset release
	@cmake --build build/release

build/%/build.ninja: | set-up
	cmake --preset $*

demo:
	@tools/demo.sh

test: build
	@tools/test.sh

quick: build
	@ctest --test-dir build/release -L quick --output-on-failure -j2

bench: build
	@tools/bench.sh

check-sanitizers: set-up build/debug/build.ninja build/thread/build.ninja
	@cmake --build build/debug && ctest --test-dir build/debug --output-on-failure -j2 -LE release
	@cmake --build build/thread && ctest --test-dir build/thread --output-on-failure -j2 -LE release

# The quick tests by clang under the address and undefined sanitizers, without the learning library and Python,
# and so without the commands of the documents.
quick-sanitizers:
	@tools/set-up.sh run test fuzz
	@[ -e build/sanitize/build.ninja ] || cmake --preset sanitize
	@cmake --build build/sanitize && ctest --test-dir build/sanitize --output-on-failure -j2 -L quick --timeout 300 -E '^docs$$'

check-cluster: build
	@tools/check-cluster.sh

fuzz:
	@tools/set-up.sh run test fuzz
	@[ -e build/fuzz/build.ninja ] || cmake --preset fuzz
	@cmake --build build/fuzz --target fuzz && tools/fuzz.sh $(SECONDS)

format:
	@tools/set-up.sh format
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

lint:
	@tools/set-up.sh lint learn
	@tools/lint.py

clean:
	rm -rf build
