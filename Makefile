# Luego: `make run` opens it, `make test` tests it, `make install` installs it. `make help` lists the rest.

SWIFT ?= swift
PREFIX ?= $(shell [ "$$(id -u)" = 0 ] && echo /usr/local || echo "$$HOME/.local")
DESTDIR ?=
# Building without debug information is faster. For a debugger: `make test DEBUG_INFO=dwarf`.
DEBUG_INFO ?= none
# More options for `swift build`, such as a distribution's: `make build SWIFTFLAGS='-Xcc -O3'`.
SWIFTFLAGS ?=
# The program and its tests are built in one configuration, so the tests run the program that is installed.
# With colors only on terminals, a build in a pipe after one on a terminal would build everything again.
OPTIONS = -c release --disable-local-rpath --no-color-diagnostics -debug-info-format $(DEBUG_INFO) $(SWIFTFLAGS)
BUILD = LUEGO_COMMIT='$(COMMIT)' $(SWIFT) build $(OPTIONS)
RELEASE := .build/release
# Made when the program is built: what is older than its sources is built again.
BUILT := .build/luego-is-built
# What `luego --version` says it was built from; without git, name it or leave it out.
COMMIT ?= $(shell git describe --always --dirty --exclude '*' --abbrev=12 2>/dev/null)
# What is needed, each with the packages that have it in Debian, Fedora and Arch: modules of pkg-config or headers, and
# programs.
LIBRARIES := ncursesw:libncurses-dev:ncurses-devel:ncurses libxml-2.0:libxml2-dev:libxml2-devel:libxml2 \
  libcurl:libcurl4-openssl-dev:libcurl-devel:curl icu-uc:libicu-dev:libicu-devel:icu \
  uchardet:libuchardet-dev:uchardet-devel:uchardet cmark-gfm.h:libcmark-gfm-dev:cmark-gfm-devel:cmark-gfm \
  cmark-gfm-core-extensions.h:libcmark-gfm-extensions-dev:cmark-gfm-devel:cmark-gfm \
  xapian-core:libxapian-dev:xapian-core-devel:xapian-core libarchive:libarchive-dev:libarchive-devel:libarchive
PROGRAMS := pkg-config:pkg-config:pkgconf-pkg-config:pkgconf strip:binutils:binutils:binutils
# Programs that tests run. A test whose program is not there is skipped, and CI fails on such a test.
TEST_PROGRAMS := tmux:tmux:tmux:tmux openssl:openssl:openssl:openssl git:git:git:git less:less:less:less jq:jq:jq:jq \
  curl:curl:curl:curl strace:strace:strace:strace fish:fish:fish:fish zsh:zsh:zsh:zsh \
  sshd:openssh-server:openssh-server:openssh desktop-file-validate:desktop-file-utils:desktop-file-utils:desktop-file-utils \
  appstreamcli:appstream:appstream:appstream epubcheck:epubcheck:epubcheck:epubcheck python3:python3:python3:python

# What is installed beside the program: files, and where they go under PREFIX. The program's own data never goes to
# share/luego, which is the library of who has PREFIX in the home directory.
OWN := share/luego-data
DATA := browser completions extraction keys schema site welcome
PLACES := $(foreach page,$(notdir $(wildcard Data/man/*)),Data/man/$(page):share/man/man$(subst .,,$(suffix $(page)))/$(page)) \
  Data/luego.desktop:share/applications/luego.desktop \
  Data/icons/luego.svg:share/icons/hicolor/scalable/apps/luego.svg \
  Data/CHANGELOG.md:share/doc/luego/CHANGELOG.md \
  $(foreach file,$(notdir $(wildcard Data/metainfo/*)),Data/metainfo/$(file):share/metainfo/$(file)) \
  $(foreach file,$(shell cd Data && find $(DATA) -type f),Data/$(file):$(OWN)/$(file))
# What the program writes for shells. Where XDG_DATA_DIRS is not set, fish does not look below /usr/local.
COMPLETIONS := bash:share/bash-completion/completions/luego zsh:share/zsh/site-functions/_luego \
  fish:share/fish/vendor_completions.d/luego.fish
ifeq ($(abspath $(PREFIX)),/usr/local)
COMPLETIONS += fish:/etc/fish/completions/luego.fish
endif
# Where the browsers of this computer look for the program that the extension calls, and for extensions.
EXTENSION := manifest.json background.js page.js icon-16.png icon-48.png icon-128.png
FIREFOX_EXTENSION := /usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/luego@luego.example
ifneq ($(filter /usr /usr/local,$(abspath $(PREFIX))),)
HOSTS := chromium:/etc/chromium/native-messaging-hosts/luego.json \
  chrome:/etc/opt/chrome/native-messaging-hosts/luego.json firefox:/usr/lib/mozilla/native-messaging-hosts/luego.json
PLACES += $(foreach file,$(EXTENSION),Data/browser/$(file):/usr/share/chromium/extensions/luego/$(file) \
  Data/browser/$(file):$(FIREFOX_EXTENSION)/$(file))
endif
INSTALLED := bin/luego bin/luego-browser \
  $(foreach place,$(PLACES) $(COMPLETIONS) $(HOSTS),$(lastword $(subst :, ,$(place))))
# Who answers for the Debian package.
MAINTAINER ?= The Luego authors <luego@packages.example.org>

.PHONY: help run build test test-browsers test-sync test-faults test-random test-doors install uninstall deb fuzz pictures picture-screen lint format bench deps \
  deps-run deps-browsers deps-syncers deps-built clean swift-version

help:
	@echo 'make run        install the libraries that are missing, build, and open the reading list'
	@echo 'make test       install the libraries that are missing, build, and run all tests'
	@echo 'make build      build only, without network or root (for packagers)'
	@echo 'make install    install luego to PREFIX, now $(PREFIX); builds it first if it is not built'
	@echo 'make uninstall  remove it again'
	@echo 'make deb        build a Debian package in .build'
	@echo 'make deps       install the libraries that building and testing need'
	@echo 'make test-browsers  test the extension in Chromium and Firefox'
	@echo 'make test-sync  test synchronization with Syncthing, rsync, unison and rclone'
	@echo 'make test-faults  fill and break its disk at every call that writes'
	@echo 'make test-random  try random inputs on the parts that read files, pages and feeds'
	@echo 'make test-doors  try hostile inputs on the parts in C, with checks of every access to memory'
	@echo 'make fuzz       look for inputs that break the parts that read files, pages and feeds'
	@echo 'make bench      measure speed and memory'
	@echo 'make pictures   draw the picture in the README again'
	@echo 'make lint       check the formatting'
	@echo 'make format     correct the formatting'
	@echo 'make clean      delete everything that was built'

swift-version:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'Swift is missing. Install 6.2 or newer from https://swift.org/install and try again.'; exit 1; }
	@said=$$($(SWIFT) --version 2>&1); \
	number=$$(echo "$$said" | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p'); \
	set -- $$number; \
	if [ $$(( $${1:-0} * 100 + $${2:-0} )) -lt 602 ]; then \
	  echo "Swift 6.2 or newer is needed, but $(SWIFT) is:"; echo "$$said" | head -n 1; \
	  echo 'Install it from https://swift.org/install and try again.'; exit 1; \
	fi

# Shell functions. `look libraries` finds what is missing: `names`, and the `packages` of this system that have it.
define looking
PATH="$$PATH:/usr/sbin:/sbin"; manager=debian; column=2; \
if ! command -v apt-get >/dev/null; then \
  if command -v dnf >/dev/null; then manager=dnf; column=3; \
  elif command -v pacman >/dev/null; then manager=pacman; column=4; \
  else manager=; fi; \
fi; \
package() { echo "$$1" | cut -d : -f $$column; }; \
look() { \
  names=; packages=; \
  for need in $(2); do \
    command -v "$${need%%:*}" >/dev/null || { names="$$names $${need%%:*}"; packages="$$packages $$(package "$$need")"; }; \
  done; \
  for compiler in clang++ c++ false; do ! command -v $$compiler >/dev/null || break; done; \
  for need in $(1); do \
    name="$${need%%:*}"; \
    case "$$name" in \
      *.h) printf '#include <%s>\n' "$$name" 2>/dev/null | $$compiler -x c -E -o /dev/null - 2>/dev/null;; \
      *) pkg-config --exists "$$name" 2>/dev/null;; \
    esac || { names="$$names $$name"; packages="$$packages $$(package "$$need")"; }; \
  done; \
  printf '#include <cstdlib>\nint main() {}\n' 2>/dev/null | $$compiler -x c++ -o /dev/null - 2>/dev/null \
    || { names="$$names C++-headers-and-linker"; packages="$$packages $$(package need:g++:gcc-c++:gcc)"; }; \
  packages="$$(printf '%s\n' $$packages | sort -u | tr '\n' ' ' | sed 's/^/ /; s/ $$//')"; \
}; \
howto() { \
  case "$$manager" in \
    debian) echo "Install the packages:  sudo apt-get install$$packages";; \
    dnf) echo "Install the packages:  sudo dnf install$$packages";; \
    pacman) echo "Install the packages:  sudo pacman -S --needed$$packages";; \
    *) echo "Install them with your system's package manager. In Debian the packages are:$$packages";; \
  esac; \
}
endef

# $(call say-missing,libraries,programs): says what is missing, and how to install it.
define say-missing
	@$(call looking,$(1),$(2)); look; [ -n "$$names" ] || exit 0; echo "Missing:$$names"; howto; exit 1
endef

# $(call install-missing,libraries,programs): says what is missing, installs it, and looks again.
define install-missing
	@$(call looking,$(1),$(2)); \
	look; [ -n "$$names" ] || exit 0; \
	echo "Missing:$$names"; \
	if [ "$$manager" != debian ]; then howto; echo 'Then try again.'; exit 1; fi; \
	yes=; sudo=; \
	if [ "$$CI" = true ] || ! [ -t 0 ]; then yes=-y; export DEBIAN_FRONTEND=noninteractive; fi; \
	if [ "$$(id -u)" != 0 ]; then \
	  sudo="sudo$${yes:+ -n env DEBIAN_FRONTEND=noninteractive}"; \
	  command -v sudo >/dev/null || { echo "As root, run:  apt-get install$$packages"; exit 1; }; \
	fi; \
	echo "Installing with $${sudo:+sudo }apt-get:$$packages"; \
	install() { $$sudo apt-get $${yes:+-qq} $$yes install $$packages; }; \
	update() { $$sudo apt-get -qq update; }; \
	{ apt-cache show $$packages >/dev/null 2>&1 || update; } \
	  && if [ -n "$$yes" ]; then install >/dev/null || { update && install; }; else install; fi \
	  || { echo "apt-get could not install$$packages. Its own messages are above."; exit 1; }; \
	look; [ -z "$$names" ] || { echo "Still missing after apt-get:$$names"; exit 1; }
endef

deps: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS) $(TEST_PROGRAMS))

deps-run: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS))

# What building alone needs; installs nothing.
deps-built: swift-version
	$(call say-missing,$(LIBRARIES),$(PROGRAMS))

# $(building) builds the program, $(call building,OPTIONS) what the options say. It shows every 20 seconds that it is still
# running, since a large module takes longer; on a terminal in place of swift's line of progress.
define building
set -e; \
mkdir -p '$(dir $(BUILT))' 2>/dev/null || true; \
[ -w '$(dir $(BUILT))' ] || { \
  echo "Luego is built in $$PWD/$(dir $(BUILT)), which you may not write. Make it yours with chown, or use a copy."; exit 1; }; \
if [ -d '$(RELEASE)/luego.build' ]; then echo 'Building luego: seconds to some minutes, depending on what has changed.'; \
else echo "Building luego: about four minutes with two processors (here $$(nproc)), the first time only."; fi; \
start=; [ ! -t 1 ] || start="$$(printf '\r'; tput el 2>/dev/null || true)"; \
{ time=0; while sleep 20 >/dev/null 2>&1; do time=$$((time + 20)); echo "$${start}Still building, $$time seconds so far."; done; } & ticker=$$!; \
trap 'kill $$ticker 2>/dev/null || true' EXIT; trap 'exit 130' INT TERM; \
$(BUILD) $(or $(1),--product luego); \
touch '$(BUILT)'
endef

build: deps-built
	@$(building)

# What was typed meanwhile was not meant for the reading list.
run: deps-run
	@$(building)
	@if [ -t 0 ]; then \
	  modes="$$(stty -g)"; stty -echo -icanon min 0 time 1; cat >/dev/null; stty "$$modes"; \
	fi; \
	exec $(RELEASE)/luego

# The end-to-end tests run the program itself, so everything is built first. They come after all others:
# the program waits for nobody longer than some seconds, and among a thousand tests that begin at once, one
# that answers it gets its turn much later. A test that crashes prints its trace and ends; it never waits
# for an answer. Lines are written as they come, so that a run that is ended from outside shows how far
# it was. That the library for tests takes a trace of every error that is thrown, also of those that are caught, would
# be a third of the time.
test: export SWIFT_BACKTRACE ?= enable=yes,interactive=no
test: export SWT_SWIFT_ERROR_BACKTRACING_ENABLED ?= 0
test: deps
	@$(call building,--build-tests)
	@status=0; \
	for part in --skip --filter; do \
	  stdbuf -oL $(SWIFT) test $(OPTIONS) --skip-build $$part EndToEndTests || status=$$?; \
	done; \
	exit $$status

# The extension in real browsers, which take 200 MB.
deps-browsers:
	$(call install-missing,,chromium:chromium:chromium:chromium firefox-esr:firefox-esr:firefox:firefox)

test-browsers: deps deps-browsers
	@$(call building,--build-tests)
	@LUEGO_BROWSER_TESTS=1 $(SWIFT) test $(OPTIONS) --skip-build --filter BrowserTests

# Real syncers on this host: two and three machines, each a directory. Nothing leaves the host.
deps-syncers:
	$(call install-missing,,$(foreach name,syncthing rsync unison rclone,$(name):$(name):$(name):$(name)) python3:python3:python3:python)

test-sync: deps deps-syncers
	@$(building)
	@Tests/Peers/sync.py '$(CURDIR)/$(RELEASE)/luego'

test-faults: deps
	@$(building)
	@Tests/Peers/faults.py '$(CURDIR)/$(RELEASE)/luego'

# Looks for inputs that break the parts that read what comes from outside: FUZZ_SECONDS for each, FUZZ_TARGETS names some.
FUZZ_SECONDS ?= 20
FUZZ_TARGETS ?=
fuzz: deps-run
	@LUEGO_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product luego-fuzz -debug-info-format $(DEBUG_INFO)
	@Tests/Fuzz/run .build/fuzz/release/luego-fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# The same at random and without the fuzzer, in the build that the tests have.
test-random: deps
	@$(call building,--build-tests)
	@grep -o 'name: "[a-z]*"' Tests/Fuzz/FuzzTarget.swift | cut -d '"' -f 2 | \
	  xargs -P "$$(nproc)" -n 1 sh -c '$(RELEASE)/luego-fuzz random Tests/Fuzz $(FUZZ_SECONDS) "$$0" || exit 1'

# Hostile inputs for the parts in C, built so that a read or write outside of memory ends the program.
CLANG ?= clang
DOORS := ncursesw libxml-2.0 icu-uc uchardet xapian-core libarchive
test-doors: deps
	@mkdir -p .build
	@$(CLANG) -g -O1 -D_GNU_SOURCE -fsanitize=address,undefined -fno-sanitize-recover=all \
	  $$(pkg-config --cflags $(DOORS)) $(patsubst %,-ISources/%/include,CCMark CCurl CICU CXapian) -o .build/doors \
	  Tests/Doors/doors.c $(wildcard $(patsubst %,Sources/%/*.c*,CCMark CCurl CICU CXapian)) \
	  $$(pkg-config --libs $(DOORS)) -lcmark-gfm-extensions -lcmark-gfm -lstdc++ -lpthread -fuse-ld=lld
	@.build/doors

lint: swift-version
	@$(SWIFT) format lint --strict --parallel -r Sources Tests Package.swift

format: swift-version
	@$(SWIFT) format -i --parallel -r Sources Tests Package.swift

bench: deps-run
	@$(building)
	@$(BUILD)
	@$(RELEASE)/luego-bench all $(RELEASE)/luego; status=$$?; Tests/Peers/peers.sh $(RELEASE)/luego-bench; exit $$status

# $(installing): the shell functions of install and uninstall. A manifest names the files that were installed; only these
# are removed, one by one, and only where nothing but the program's own can be. Directories go when they are
# empty and its own.
install uninstall: export STAGE := $(DESTDIR)
install uninstall: export UNDER := $(PREFIX)
define installing
set -e; umask 022; root="$$STAGE$$UNDER"; own="$$root/$(OWN)"; manifest="$$own/manifest"; \
if [ -n "$$(find "$$own" -type l 2>/dev/null)" ]; then \
  echo "$$own has symbolic links, which luego did not make; remove them and try again." >&2; exit 1; \
fi; \
place() { case "$$1" in /*) printf '%s' "$$STAGE$$1";; *) printf '%s' "$$root/$$1";; esac; }; \
remove() { \
  while IFS= read -r file || [ -n "$$file" ]; do \
    case "$$file" in \
      */../*|*/..) odd=1;; \
      $(subst $() ,|,$(strip $(filter-out $(OWN)/%,$(INSTALLED))))|$(OWN)/?*) rm -f -- "$$(place "$$file")";; \
      *) odd=1;; \
    esac; \
  done; \
  [ -z "$$odd" ] || echo "Ignored lines of $$manifest that name no file of luego." >&2; \
}; \
tidy() { \
  find "$$own" -depth -type d -exec rmdir --ignore-fail-on-non-empty {} +; \
  for folder in "$$root/share/doc/luego" "$$STAGE/usr/share/chromium/extensions/luego" "$$STAGE"'$(FIREFOX_EXTENSION)'; do \
    [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; \
  done; \
}
endef

# Builds where nothing is built yet, or something older than the sources.
$(BUILT): Package.swift $(shell find Sources -type f)
	@$(MAKE) --no-print-directory deps-run
	@$(building)

# While it goes on, the manifest names what is there from before and what is to come.
install: $(BUILT)
	@$(installing); \
	mkdir -p "$$own"; \
	before=; [ ! -f "$$manifest" ] || before="$$(cat "$$manifest")"; \
	list() { printf '%s\n' "$$@" >"$$manifest.new"; mv -fT "$$manifest.new" "$$manifest"; }; \
	list $(INSTALLED) $${before:+"$$before"}; \
	install -D -s -m 755 '$(RELEASE)/luego' "$$root/bin/luego"; \
	ln -sfT luego "$$root/bin/luego-browser"; \
	for pair in $(PLACES); do install -D -m 644 "$${pair%%:*}" "$$(place "$${pair##*:}")"; done; \
	for pair in $(COMPLETIONS); do \
	  install -D -m 644 /dev/null "$$(place "$${pair##*:}")"; \
	  '$(RELEASE)/luego' completions "$${pair%%:*}" >"$$(place "$${pair##*:}")"; \
	done; \
	for pair in $(HOSTS); do \
	  install -D -m 644 /dev/null "$$(place "$${pair##*:}")"; \
	  '$(RELEASE)/luego' browser manifest "$${pair%%:*}" "$$UNDER/bin/luego-browser" >"$$(place "$${pair##*:}")"; \
	done; \
	printf '%s\n' "$$before" | grep -vxF "$$(printf '%s\n' '' $(INSTALLED))" | remove; \
	list $(INSTALLED); \
	tidy; \
	echo "Installed $$root/bin/luego"; \
	[ -z "$$STAGE" ] || exit 0; \
	case ":$$PATH:" in *":$$UNDER/bin:"*) ;; *) echo "Add $$UNDER/bin to your PATH.";; esac; \
	functions="$$UNDER/share/zsh/site-functions"; \
	if command -v zsh >/dev/null && ! zsh -fc 'print -rl -- $$fpath' | grep -qxF "$$functions"; then \
	  echo "Completions in zsh need this in ~/.zshrc:  fpath=('$$functions' \$$fpath); autoload -Uz compinit; compinit"; \
	fi

uninstall:
	@$(installing); \
	if ! [ -f "$$manifest" ]; then \
	  echo "There is no $$manifest: nothing was removed. To remove what an earlier version installed, run make install first."; \
	  exit 1; \
	fi; \
	remove <"$$manifest"; \
	rm -f "$$manifest" "$$manifest.new"; \
	tidy; \
	echo "Removed luego from $$root"

# The package depends on the libraries that the program is linked with, and on libcurl, which it loads at its first call.
DEB := $(CURDIR)/.build/deb
LOADED := libcurl.so.4
deb: $(BUILT)
	$(call install-missing,,dpkg-shlibdeps:dpkg-dev:dpkg-dev:dpkg)
	@rm -rf '$(DEB)' && mkdir -p '$(DEB)/debian'
	@printf 'Source: luego\n\nPackage: luego\nArchitecture: any\n' >'$(DEB)/debian/control'
	@umask 022 && $(MAKE) --no-print-directory install DESTDIR='$(DEB)/debian/luego' PREFIX=/usr >/dev/null
	@set -e; umask 022; cd '$(DEB)/debian/luego'; \
	version=$$('./usr/bin/luego' --version | sed 's/luego //; s/ .*//'); architecture=$$(dpkg --print-architecture); \
	moment=$${SOURCE_DATE_EPOCH:-$$(git -C '$(CURDIR)' log -1 --format=%ct 2>/dev/null || stat -c %Y '$(CURDIR)/Makefile')}; \
	export SOURCE_DATE_EPOCH=$$moment; \
	strip --strip-unneeded --remove-section=.comment --remove-section=.note usr/bin/luego; \
	gzip -9n usr/share/man/man*/*; rm usr/$(OWN)/manifest; \
	mv usr/share/zsh/site-functions usr/share/zsh/vendor-completions; \
	install -D -m 644 '$(CURDIR)/Data/debian/copyright' usr/share/doc/luego/copyright; \
	printf 'luego (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' \
	  "$$version" "$$version" '$(MAINTAINER)' "$$(date -uRd @$$moment)" | gzip -9n >usr/share/doc/luego/changelog.gz; \
	mkdir DEBIAN; (cd ../.. && dpkg-shlibdeps -Tlibraries debian/luego/usr/bin/luego); \
	libraries=$$(sed -n 's/^shlibs:Depends=//p' ../../libraries); \
	loaded=$$(dpkg -S '*/$(LOADED)' | sed 's/:.*//' | sort -u | sed -z 's/\n/, /g; s/, $$//'); \
	find etc -type f | sort | sed 's,^,/,' >DEBIAN/conffiles; \
	find etc usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums; \
	awk -v fields="Version: $$version\nArchitecture: $$architecture\nMaintainer: $(MAINTAINER)\nInstalled-Size: $$(du -k -s usr | cut -f 1)\nDepends: $$libraries, $$loaded" \
	  '{ print } /^Package:/ { print fields }' '$(CURDIR)/Data/debian/control' >DEBIAN/control; \
	find . -exec touch -hd @$$moment {} +; \
	dpkg-deb --root-owner-group --build . '$(CURDIR)/.build' >/dev/null; \
	echo "Built $(CURDIR)/.build/luego_$${version}_$$architecture.deb"

# The picture at the top of the README, of the welcome library as it is on the first day: what the snapshot
# has of colors, shown in a terminal on a screen of its own. The snapshot itself is kept beside the picture, so that a
# test can tell whether the program still looks like that.
pictures: deps-run
	$(call install-missing,,xvfb-run:xvfb:xorg-x11-server-Xvfb:xorg-server-xvfb xterm:xterm:xterm:xterm \
	  import:imagemagick:ImageMagick:imagemagick fc-list:fontconfig:fontconfig:fontconfig)
	@fc-list | grep -q DejaVuSansMono.ttf || { echo 'Missing: DejaVu Sans Mono (fonts-dejavu-core)'; exit 1; }
	@$(building)
	@$(MAKE) --no-print-directory -s picture-screen >Data/pictures/luego.ansi
	@set -e; home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; \
	xvfb-run -a -s '-screen 0 1800x1000x24' xterm -geometry 112x32 +sb -b 0 -bw 0 -u8 \
	  -fa 'DejaVu Sans Mono' -fs 12 -e sh -c \
	  'printf "\033[?25l"; head -c -1 "$$0"; sleep 2; import -window "$$WINDOWID" "$$1"' \
	  Data/pictures/luego.ansi "$$home/picture.png"; \
	convert "$$home/picture.png" -strip +dither -colors 96 PNG8:Data/pictures/luego.png

# Prints the screen that is in the picture. The library is created by opening it once.
picture-screen:
	@set -e; home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; \
	env -i HOME="$$home" PATH="$$PATH" LANG=C.UTF-8 TZ=UTC TERM=xterm LUEGO_NOW=2026-01-01T12:00:00Z \
	  sh -c 'printf Q | script -qec "$$0" /dev/null >/dev/null; \
	    "$$0" --snapshot 112x32 --write --keys "$$1" --theme night --format ansi' \
	  '$(abspath $(RELEASE))/luego' 'j j j j <enter> j j j j'

clean:
	rm -rf .build
