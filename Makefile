# `make help` lists the targets. Each recipe is one bash script (.ONESHELL) that stops at its first
# error. Targets do not run in parallel, because the compiler already uses every core.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# The user's environment must not change the build or the tests.
unexport CARTOGRAPHER_LOG CARTOGRAPHER_MACRO_PLUGIN CARTOGRAPHER_RECORD CARTOGRAPHER_STORE
unexport CARTOGRAPHER_SWIFT_SYNTAX

# The program is built with the versions in Packaging/dependencies.txt.
export CARTOGRAPHER_PINNED := 1

PREFIX ?= /usr/local
DESTDIR ?=
# The folder for the completions of zsh, below PREFIX.
ZSH_FOLDER ?= share/zsh/site-functions
BUILD := .build
RELEASE := .build-release
PROGRAM := $(RELEASE)/release/cartographer
SAMPLE := $(RELEASE)/sample
PLUGIN_LIBRARIES := SwiftSyntax SwiftSyntaxMacros SwiftSyntaxBuilder SwiftDiagnostics
SAMPLE_GROUP := Three days in the Alps
DIST := dist
# Releases are always built from nothing and in this folder. The compiler writes the length of the
# path of one file of GRDB into the program, so that another folder could give other bytes.
RELEASE_FOLDER := /var/tmp/cartographer-release
MAN_PAGE := docs/manual/cartographer.1
FORMATTED := Package.swift Sources Tests docs/example
# Debug builds have no debug information, which takes about an eighth of their time:
# `make dev DEBUG_INFO=dwarf` builds with it, for a debugger.
DEBUG_INFO ?= none
DEBUG_OPTIONS = --no-color-diagnostics -debug-info-format $(DEBUG_INFO) --scratch-path $(BUILD)
# `make test FILTER=Geodesy` runs the tests whose name matches.
FILTER ?=
# `make dev ARGUMENTS=--no-mouse` passes arguments to the editor.
ARGUMENTS ?=

# Builds the macro plug-in with the swift-syntax of the toolchain, in seconds, and exports the path
# of the plug-in and the folder of swift-syntax for the manifest (docs/adr/0012). The first path contains a digest of the sources and of
# the toolchain: a changed plug-in changes the compiler arguments of every module that uses it, so
# these modules are compiled again. If the toolchain has no swift-syntax, SwiftPM compiles the
# package instead.
define build_plugin
host=$$(swiftc -print-target-info | sed -nE 's|.*"runtimeResourcePath": "(.*)".*|\1/host|p')
if [ -d "$$host/SwiftSyntax.swiftmodule" ]; then
  mapfile -t plugin_sources < <(find Sources/SwiftDataMacros -name '*.swift' ! -name SwiftDataPlugin.swift | sort)
  digest=$$( { swiftc --version 2>&1; cat "$${plugin_sources[@]}"; } | sha256sum | cut -c 1-16)
  plugins="$(CURDIR)/$(BUILD)/plugin"
  if [ ! -f "$$plugins/$$digest/libSwiftDataMacros.so" ]; then
    echo "building the macro plug-in (15 seconds the first time)" >&2
    rm -rf "$$plugins"/*.so.new
    mkdir -p "$$plugins/modules"
    swiftc -emit-library -parse-as-library -O -swift-version 6 \
      -warnings-as-errors -enable-upcoming-feature ExistentialAny \
      -enable-upcoming-feature MemberImportVisibility -module-name SwiftDataMacros \
      -module-cache-path "$$plugins/modules" -I "$$host" -L "$$host" $(PLUGIN_LIBRARIES:%=-l%) \
      -Xlinker -rpath -Xlinker "$$host" -o "$$plugins/$$digest.so.new" "$${plugin_sources[@]}" >&2
    find "$$plugins" -mindepth 1 -maxdepth 1 -type d ! -name modules -exec rm -rf {} +
    mkdir "$$plugins/$$digest"
    mv "$$plugins/$$digest.so.new" "$$plugins/$$digest/libSwiftDataMacros.so"
  fi
  export CARTOGRAPHER_MACRO_PLUGIN="$$plugins/$$digest/libSwiftDataMacros.so"
  export CARTOGRAPHER_SWIFT_SYNTAX="$$host"
else
  echo "this toolchain has no swift-syntax: the first build compiles the package, which takes some minutes" >&2
fi
endef

# Builds the product options $(1) in release mode. The program contains no path of the build folder,
# and exports no symbols, which would be 2 MB of names.
define build_release
$(build_plugin)
swift build --no-color-diagnostics -c release --static-swift-stdlib --scratch-path $(RELEASE) \
  -Xlinker --no-export-dynamic \
  -Xcxx -ffile-prefix-map=$(abspath $(RELEASE))=.build-release $(1) >&2
endef

# Installs the packages in the bash array `missing` with apt, or prints their names.
define install_missing
if [ $${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: missing packages (Debian names): $${missing[*]}. Install on:" >&2
    echo "  Fedora    pkgconf sqlite-devel ncurses-devel expat-devel zlib-devel libarchive-devel openssl-devel git gcc-c++ tmux (dnf)" >&2
    echo "  Arch      pkgconf sqlite ncurses expat zlib libarchive openssl git gcc tmux (pacman -S)" >&2
    echo "  openSUSE  pkgconf sqlite3-devel ncurses-devel libexpat-devel zlib-devel libarchive-devel libopenssl-devel git gcc-c++ tmux" >&2
    exit 1
  fi
  as_root=()
  if [ "$$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: missing packages. Install them as root: apt-get install $${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "setup: installing $${missing[*]} with apt" >&2
  "$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 \
    || echo "setup: apt-get update failed; using the existing package lists" >&2
  "$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$${missing[@]}" >&2
  echo "setup: installed $${missing[*]}" >&2
fi
endef

# Builds the examples as a separate package and compares their outputs with the recorded outputs.
define run_example
swift build $(DEBUG_OPTIONS)/example --package-path docs/example >&2
compare() { # program, recorded output; the program runs in an empty folder, to which it writes its store
  local folder
  folder=$$(mktemp -d)
  (cd "$$folder" && "$(abspath $(BUILD))/example/debug/$$1") | diff "docs/example/$$2" - >&2 || {
    echo "example: the output of $$1 differs from docs/example/$$2, see above" >&2
    exit 1
  }
  rm -rf "$$folder"
  echo "example: the output of $$1 is as expected" >&2
}
compare field-notes expected.txt
compare trips expected-trips.txt
endef

# Runs the tests in four phases, each of which keeps all cores busy: the tests of the modules, the
# tests that kill processes and break disks, the tests of the command line, and the tests of the
# editor. The last ones run one at a time, because they wait for screens.
define run_tests
$(build_plugin)
phase() {
  swift test $(DEBUG_OPTIONS) "$$@" || code=$$?
}
code=0
if [ -n '$(FILTER)' ]; then
  phase --filter '$(FILTER)'
else
  phase --skip EndToEndTests --skip EditorLoopTests --skip SwiftDataFaultTests
  # No build of the package compiles the fuzz targets.
  Tests/Fuzz/run.sh check || code=$$?
  phase --skip-build --filter SwiftDataFaultTests
  phase --skip-build --filter EndToEndTests --skip 'EndToEndTests\.Editor'
  phase --skip-build --no-parallel --filter 'EndToEndTests\.Editor|EditorLoopTests'
fi
[ "$$code" -eq 0 ]
endef

.PHONY: help
help: ## list the targets
	@echo "make run builds Cartographer and opens it on a sample trip; make test runs the tests."
	echo
	sed -nE 's/^([a-z-]+):.*## (.*)/  \1	\2/p' Makefile | expand -t 16

.PHONY: setup
setup: ## install missing C libraries with apt, check the Swift toolchain
	@missing=()
	need() { # package, then a command that succeeds if the package is installed
	  local package=$$1; shift
	  "$$@" >/dev/null 2>&1 || missing+=("$$package")
	}
	curses_header() {
	  pkg-config --exists ncursesw || return 1
	  local folder
	  for folder in $$(pkg-config --variable=includedir ncursesw) /usr/include; do
	    [ -f "$$folder/curses.h" ] || [ -f "$$folder/ncursesw/curses.h" ] && return 0
	  done
	  return 1
	}
	need pkg-config command -v pkg-config
	need git command -v git
	need g++ command -v c++
	need libsqlite3-dev pkg-config --exists sqlite3
	need libncurses-dev curses_header
	need libexpat1-dev pkg-config --exists 'expat >= 2.4'
	need zlib1g-dev pkg-config --exists zlib
	need libarchive-dev pkg-config --exists 'libarchive >= 3.4'
	need libssl-dev pkg-config --exists libcrypto
	$(install_missing)
	pkg-config --exists sqlite3 ncursesw 'expat >= 2.4' zlib 'libarchive >= 3.4' libcrypto || {
	  echo "setup: pkg-config still does not find sqlite3, ncursesw, zlib, libcrypto, libarchive 3.4" \
	    "and expat 2.4 or later; install their development packages" >&2
	  exit 1
	}
	if ! command -v swift >/dev/null; then
	  echo "setup: no Swift toolchain in PATH. Install Swift 6.3 from" >&2
	  echo "  https://www.swift.org/install/linux/   (with swiftly, or from a tar file)" >&2
	  echo "and add its usr/bin folder to PATH; then run make again." >&2
	  exit 1
	fi
	version=$$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p')
	if [ "$$(printf '%s\n' 6.2 "$$version" | sort -V | head -n 1)" != 6.2 ]; then
	  echo "setup: Swift $$version is too old. Install 6.2 or later from https://www.swift.org/install/" >&2
	  exit 1
	fi
	echo "setup: Swift $$version, sqlite3 $$(pkg-config --modversion sqlite3), ncursesw" \
	  "$$(pkg-config --modversion ncursesw), expat $$(pkg-config --modversion expat)" >&2

.PHONY: setup-test
setup-test: ## install the programs that only the tests need (tmux, xmllint, zsh, fish)
	@missing=()
	for program in tmux zsh fish; do
	  command -v $$program >/dev/null || missing+=($$program)
	done
	command -v xmllint >/dev/null || missing+=(libxml2-utils)
	infocmp xterm-16color >/dev/null 2>&1 || missing+=(ncurses-term)
	( $(install_missing) ) || echo "setup: the tests in a terminal need tmux, the tests against" \
	  "the GPX schemas need xmllint, and the tests of completions need zsh and fish" >&2

.PHONY: setup-package
setup-package: ## install what only the packages need (static libraries, lintian, mmdebstrap)
	@missing=()
	for tool in chrpath lintian mmdebstrap; do
	  command -v $$tool >/dev/null || missing+=($$tool)
	done
	command -v dpkg-shlibdeps >/dev/null || missing+=(dpkg-dev)
	command -v xz >/dev/null || missing+=(xz-utils)
	# The static libarchive needs these libraries.
	for library in bz2:libbz2 lzma:liblzma lz4:liblz4 zstd:libzstd nettle:nettle; do
	  [ -f "$$(cc -print-file-name=lib$${library%:*}.a)" ] || missing+=($${library#*:}-dev)
	done
	( $(install_missing) ) || echo "setup: the packages may need the missing programs and libraries" >&2

.PHONY: build
build: setup ## build the optimised program: .build-release/release/cartographer
	@if [ ! -x $(PROGRAM) ]; then
	  echo "building Cartographer with optimisation: 5 to 15 minutes on two cores the first time" >&2
	fi
	$(call build_release,--product cartographer)
	echo "built $(PROGRAM)" >&2

# Imports the sample trip with the program $(1) into a store in the folder $(2), if it is missing.
define import_sample
if [ ! -d $(2) ]; then
  rm -rf $(2).new
  mkdir -p $(2).new
  $(1) --store $(2).new/trip.store import SampleData/*.gpx --group "$(SAMPLE_GROUP)" >&2
  mv $(2).new $(2)
  echo "imported the sample trip into a separate store, $(2)/trip.store" >&2
fi
endef

.PHONY: run
run: build ## build, then open the editor on the sample trip (in a separate store)
	@$(call import_sample,$(PROGRAM),$(SAMPLE))
	store=$(SAMPLE)/trip.store
	if [ -t 0 ] && [ -t 1 ]; then exec $(PROGRAM) --store $$store; fi
	$(PROGRAM) --store $$store list
	echo
	$(PROGRAM) --store $$store stats
	echo
	$(PROGRAM) --store $$store map --size 100x30

.PHONY: dev
dev: setup ## build without optimisation and open the editor on the sample trip
	@$(build_plugin)
	swift build $(DEBUG_OPTIONS) --product cartographer >&2
	$(call import_sample,$(BUILD)/debug/cartographer,$(BUILD)/sample)
	exec $(BUILD)/debug/cartographer --store $(BUILD)/sample/trip.store $(ARGUMENTS)

.PHONY: test
test: setup setup-test ## run all tests of this package; FILTER=NAME runs some of them
	@echo "building and running the tests: 25 to 45 minutes on two slow cores the first time" >&2
	$(run_tests)

.PHONY: example
example: setup ## build and run docs/example, a client of the library
	@$(run_example)

# The documentation comes from the public declarations and Sources/SwiftData/SwiftData.docc.
.PHONY: docs
docs: setup ## build the documentation of the library: .build/documentation
	@swift build $(DEBUG_OPTIONS) --target SwiftData >&2
	rm -rf $(BUILD)/symbols
	mkdir -p $(BUILD)/symbols
	swift symbolgraph-extract -module-name SwiftData -target "$$(swift -print-target-info \
	  | sed -nE 's/.*"unversionedTriple": "(.*)",/\1/p' | head -n 1)" -I $(BUILD)/debug/Modules \
	  -I $(BUILD)/checkouts/GRDB.swift/Sources/GRDBSQLite -minimum-access-level public \
	  -skip-inherited-docs -output-dir $(BUILD)/symbols
	docc convert Sources/SwiftData/SwiftData.docc --warnings-as-errors \
	  --additional-symbol-graph-dir $(BUILD)/symbols --output-path $(BUILD)/documentation
	echo "docs: built $(BUILD)/documentation; docc preview shows it in a browser" >&2

# SOAK=full repeats the kills on a million rows as often as on a thousand.
SOAK ?= 1

# The factor by which random graphs, undos and predicates run longer than in `make test`.
ROUNDS ?= 20

.PHONY: soak
soak: setup ## break stores and run long random edits for 15 minutes (SOAK=full: an hour)
	@export CARTOGRAPHER_SOAK='$(SOAK)' CARTOGRAPHER_ROUNDS='$(ROUNDS)'
	$(build_plugin)
	swift test $(DEBUG_OPTIONS) --filter 'SwiftDataTests.(GraphPropertyTests|UndoPropertyTests|PredicateTreeTests)'
	CARTOGRAPHER_ROUNDS=5 swift test $(DEBUG_OPTIONS) --skip-build --filter CartographerAppTests.RandomEventTests
	swift test $(DEBUG_OPTIONS) --skip-build --no-parallel --filter SwiftDataFaultTests

# The duration of each fuzz target; use SECONDS=3600 before a release.
SECONDS ?= 600

.PHONY: fuzz
fuzz: setup ## feed broken files to the readers of all formats, SECONDS=600 for each target
	@Tests/Fuzz/run.sh $(SECONDS)

.PHONY: lint
lint: ## check the style of every Swift file
	@swift format lint --strict --parallel --recursive --configuration .swift-format $(FORMATTED)
	echo "lint: no problems found" >&2

# The package's own tests check import rules and outdated generated files.
.PHONY: check
check: lint build test example ## run lint, the release build and all tests

.PHONY: format
format: ## format every Swift file
	@swift format --in-place --parallel --recursive --configuration .swift-format $(FORMATTED)

.PHONY: golden
golden: setup setup-test ## record the golden files again; review the differences
	@export CARTOGRAPHER_RECORD=1
	$(run_tests)
	git --no-pager diff --stat -- Tests docs

.PHONY: screenshots
screenshots: setup ## draw the pictures of the manual again, from the editor's own screens
	@export CARTOGRAPHER_RECORD=1
	$(build_plugin)
	swift test $(DEBUG_OPTIONS) --filter 'CartographerAppTests.ScreenshotTests'
	git --no-pager diff --stat -- docs/manual/pictures

.PHONY: basemap
basemap: ## build the base map again from its source packages (needs python3, pip and a network)
	@Packaging/basemap/make-basemap.py Resources/world.basemap .build/basemap

# `make bench PART=formats` measures one part; `PART="formats gpx"` measures two.
PART ?=

.PHONY: bench
bench: setup ## measure against the peers; fails if a figure is over its target
	@$(call build_release,)
	Tests/Benchmarks/run.sh $(PROGRAM) $(dir $(PROGRAM)) $(PART)

.PHONY: install
install: ## install program, man page and completions into DESTDIR/PREFIX
	@if [ ! -x $(PROGRAM) ]; then $(MAKE) build; fi
	root="$(DESTDIR)$(PREFIX)"
	install -D -m 755 $(PROGRAM) "$$root/bin/cartographer"
	install -D -m 644 $(MAN_PAGE) "$$root/share/man/man1/cartographer.1"
	install -d "$$root/share/cartographer/manual"
	install -m 644 docs/manual/*.md "$$root/share/cartographer/manual/"
	install -d "$$root/share/cartographer/manual/schemas"
	install -m 644 docs/manual/schemas/*.json "$$root/share/cartographer/manual/schemas/"
	install -d "$$root/share/cartographer/formats"
	install -m 644 docs/formats/*.md "$$root/share/cartographer/formats/"
	install -m 644 Resources/world.basemap "$$root/share/cartographer/"
	completions() { # shell, file
	  mkdir -p "$$(dirname "$$root/$$2")"
	  $(PROGRAM) completions $$1 > "$$root/$$2"
	}
	completions bash share/bash-completion/completions/cartographer
	completions zsh $(ZSH_FOLDER)/_cartographer
	completions fish share/fish/vendor_completions.d/cartographer.fish
	mkdir -p "$$root/share/cartographer/sample"
	install -m 644 SampleData/* "$$root/share/cartographer/sample/"
	echo "installed Cartographer in $$root" >&2

.PHONY: uninstall
uninstall: ## remove the installed files
	@root="$(DESTDIR)$(PREFIX)"
	rm -rf "$$root/share/cartographer/manual" "$$root/share/cartographer/formats"
	rm -f "$$root/share/cartographer/world.basemap"
	rm -f "$$root/bin/cartographer" "$$root/share/man/man1/cartographer.1" \
	  "$$root/share/bash-completion/completions/cartographer" \
	  "$$root/$(ZSH_FOLDER)/_cartographer" \
	  "$$root/share/fish/vendor_completions.d/cartographer.fish"
	# With PREFIX=~/.local, the folder share/cartographer also contains the user's store.
	rm -rf "$$root/share/cartographer/sample"
	rmdir "$$root/share/cartographer" 2>/dev/null || true

.PHONY: deb
deb: build setup-package ## build the Debian package: dist/cartographer_….deb
	@Packaging/check-dependencies.sh $(RELEASE)
	Packaging/deb.sh $(PROGRAM) $(DIST)

# The tar file is for other distributions with glibc 2.35 or later.
.PHONY: tarball
tarball: build setup-package ## build the tar file with install.sh: dist/cartographer-….tar.xz
	@Packaging/check-dependencies.sh $(RELEASE)
	Packaging/tarball.sh $(RELEASE) $(DIST)

.PHONY: test-package
test-package: setup-test setup-package ## install, use and remove the packages in clean roots (root, network)
	@Packaging/test-package.sh $(DIST)

.PHONY: release
release: ## build and test the packages of a tagged commit, with checksums: dist/
	@Packaging/check-release.sh
	rm -rf $(DIST) $(RELEASE_FOLDER)
	$(MAKE) deb tarball RELEASE=$(RELEASE_FOLDER)
	$(MAKE) test-package
	Packaging/record.sh $(DIST)

.PHONY: reproduce
reproduce: ## build the commit again from another clone and compare the packages with dist/
	@Packaging/reproduce.sh $(DIST) $(RELEASE_FOLDER)

.PHONY: clean
clean: ## remove all build products and the sample store
	rm -rf $(BUILD) $(RELEASE) $(DIST)
