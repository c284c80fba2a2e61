# Luego: `make run` reads, `make test` tests, `make install` keeps. `make help` says the rest.

SWIFT ?= swift
PREFIX ?= $(shell [ "$$(id -u)" = 0 ] && echo /usr/local || echo "$$HOME/.local")
DESTDIR ?=
# Building without debug information is faster. For a debugger: `make test DEBUG_INFO=dwarf`.
DEBUG_INFO ?= none
# The Swift runtime is linked in, so that the installed program needs no Swift.
BUILD := $(SWIFT) build -c release --static-swift-stdlib -debug-info-format $(DEBUG_INFO)
RELEASE := .build/release
# What is needed, each with Debian's package for it: modules of pkg-config or headers, and programs.
LIBRARIES := ncursesw:libncurses-dev libxml-2.0:libxml2-dev libcurl:libcurl4-openssl-dev \
  icu-uc:libicu-dev uchardet:libuchardet-dev \
  cmark-gfm.h:libcmark-gfm-dev cmark-gfm-core-extensions.h:libcmark-gfm-extensions-dev \
  xapian-core:libxapian-dev libarchive:libarchive-dev
PROGRAMS := pkg-config:pkg-config strip:binutils
TEST_PROGRAMS := tmux:tmux openssl:openssl

# What is installed beside the program: files, and where they go under PREFIX. The program's own data never goes to
# share/luego, which is the library of who has PREFIX in the home directory.
OWN := share/luego-data
PLACES := $(foreach page,$(notdir $(wildcard Data/man/*)),Data/man/$(page):share/man/man$(subst .,,$(suffix $(page)))/$(page)) \
  Data/luego.desktop:share/applications/luego.desktop \
  $(foreach file,$(shell cd Data && find $(filter-out man debian pictures %.desktop,$(notdir $(wildcard Data/*))) \
    -type f),Data/$(file):$(OWN)/$(file))
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

.PHONY: help run test test-browsers test-sync install uninstall deb pictures lint format bench deps deps-browsers deps-run clean swift-version

help:
	@echo 'make run        install what is missing, build, open the reading list'
	@echo 'make test       install what is missing, build, run all tests'
	@echo 'make test-browsers  try the extension in Chromium and Firefox'
	@echo 'make test-sync  bring libraries together with Syncthing, rsync, unison and rclone'
	@echo 'make install    put luego under PREFIX ($(PREFIX))'
	@echo 'make uninstall  remove it from there'
	@echo 'make deb        make a Debian package, under .build'
	@echo 'make pictures   draw the picture of the README again'
	@echo 'make lint       check the formatting'
	@echo 'make format     correct the formatting'
	@echo 'make bench      measure speed and memory'
	@echo 'make deps       install what building and testing need'
	@echo 'make clean      remove what was built'

swift-version:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'Swift is missing. Install 6.2 or newer from https://swift.org/install and try again.'; exit 1; }
	@said=$$($(SWIFT) --version 2>&1); \
	number=$$(echo "$$said" | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p'); \
	set -- $$number; \
	if [ $$(( $${1:-0} * 100 + $${2:-0} )) -lt 602 ]; then \
	  echo "Swift 6.2 or newer is needed: Package.swift uses it. $(SWIFT) says it is:"; echo "$$said" | head -n 1; \
	  echo 'Install it from https://swift.org/install and try again.'; exit 1; \
	fi

# $(call install-missing,libraries,programs): says what is missing, installs it, and looks again.
define install-missing
	@look() { \
	  names=; packages=; \
	  for need in $(2); do \
	    command -v "$${need%%:*}" >/dev/null || { names="$$names $${need%%:*}"; packages="$$packages $${need##*:}"; }; \
	  done; \
	  for compiler in clang++ c++ false; do ! command -v $$compiler >/dev/null || break; done; \
	  for need in $(1); do \
	    name="$${need%%:*}"; \
	    case "$$name" in \
	      *.h) printf '#include <%s>\n' "$$name" | $$compiler -x c -E -o /dev/null - 2>/dev/null;; \
	      *) pkg-config --exists "$$name" 2>/dev/null;; \
	    esac || { names="$$names $$name"; packages="$$packages $${need##*:}"; }; \
	  done; \
	  printf '#include <cstdlib>\nint main() {}\n' | $$compiler -x c++ -o /dev/null - 2>/dev/null \
	    || { names="$$names C++-headers-and-linker"; packages="$$packages g++"; }; \
	}; \
	look; [ -n "$$names" ] || exit 0; \
	echo "Missing:$$names"; \
	if ! command -v apt-get >/dev/null; then \
	  echo "There is no apt-get here: install them with your system's package manager and try again."; \
	  echo "In Debian they are called:$$packages"; exit 1; \
	fi; \
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
	  || { echo "apt-get could not install$$packages; what it said stands above."; exit 1; }; \
	look; [ -z "$$names" ] || { echo "Still missing after apt-get:$$names"; exit 1; }
endef

deps: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS) $(TEST_PROGRAMS))

deps-run: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS))

run: deps-run
	@$(BUILD) --product luego
	@$(RELEASE)/luego

# The end-to-end tests run the program itself, so everything is built first. They come after all others:
# the program waits for nobody longer than some seconds, and among a thousand tests that begin at once, one
# that answers it gets its turn much later. A test that crashes prints its trace and ends; it never waits
# for an answer. Lines are written as they come, so that a run that is ended from outside shows how far
# it was.
test: export SWIFT_BACKTRACE ?= enable=yes,interactive=no
test: deps
	@$(SWIFT) build --build-tests -debug-info-format $(DEBUG_INFO)
	@status=0; \
	for part in --skip --filter; do \
	  stdbuf -oL $(SWIFT) test --skip-build $$part EndToEndTests || status=$$?; \
	done; \
	exit $$status

# The extension in real browsers, which take 200 MB.
deps-browsers:
	$(call install-missing,,chromium:chromium firefox-esr:firefox-esr)

test-browsers: deps deps-browsers
	@$(SWIFT) build --build-tests -debug-info-format $(DEBUG_INFO)
	@LUEGO_BROWSER_TESTS=1 $(SWIFT) test --skip-build --filter BrowserTests

# Real syncers on this host: two and three machines, each a directory. Nothing leaves the host.
test-sync: deps
	$(call install-missing,,syncthing:syncthing rsync:rsync unison:unison rclone:rclone python3:python3)
	@$(SWIFT) build --product luego -debug-info-format $(DEBUG_INFO)
	@Tests/Peers/sync.py '$(CURDIR)/.build/debug/luego'

lint: swift-version
	@$(SWIFT) format lint --strict --parallel -r Sources Tests Package.swift

format: swift-version
	@$(SWIFT) format -i --parallel -r Sources Tests Package.swift

bench: deps-run
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
  [ -z "$$odd" ] || echo "Lines of $$manifest that name nothing of luego's were passed over." >&2; \
}; \
tidy() { \
  find "$$own" -depth -type d -exec rmdir --ignore-fail-on-non-empty {} +; \
  for folder in /usr/share/chromium/extensions/luego '$(FIREFOX_EXTENSION)'; do \
    [ ! -d "$$STAGE$$folder" ] || rmdir --ignore-fail-on-non-empty "$$STAGE$$folder"; \
  done; \
}
endef

# While it goes on, the manifest names what is there from before and what is to come.
install: deps-run
	@$(BUILD) --product luego
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

# What the program needs is what it is linked with, and libcurl, which it loads when it first fetches.
DEB := $(CURDIR)/.build/deb
# Libraries that the program loads when they are first called, which nothing but this list says.
LOADED := libcurl.so.4 libarchive.so.13 libuchardet.so.0 'libcmark-gfm*.so.*'
deb: deps-run
	$(call install-missing,,dpkg-shlibdeps:dpkg-dev)
	@rm -rf '$(DEB)' && mkdir -p '$(DEB)/debian'
	@printf 'Source: luego\n\nPackage: luego\nArchitecture: any\n' >'$(DEB)/debian/control'
	@umask 022 && $(MAKE) --no-print-directory install DESTDIR='$(DEB)/debian/luego' PREFIX=/usr
	@set -e; umask 022; cd '$(DEB)/debian/luego'; \
	version=$$('./usr/bin/luego' --version | sed 's/.* //'); architecture=$$(dpkg --print-architecture); \
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
	loaded=$$(for name in $(LOADED); do dpkg -S "*/$$name" | sed 's/:.*//'; done | sort -u | sed -z 's/\n/, /g; s/, $$//'); \
	find etc -type f | sort | sed 's,^,/,' >DEBIAN/conffiles; \
	find etc usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums; \
	awk -v fields="Version: $$version\nArchitecture: $$architecture\nMaintainer: $(MAINTAINER)\nInstalled-Size: $$(du -k -s usr | cut -f 1)\nDepends: $$libraries, $$loaded" \
	  '{ print } /^Package:/ { print fields }' '$(CURDIR)/Data/debian/control' >DEBIAN/control; \
	find . -exec touch -hd @$$moment {} +; \
	dpkg-deb --root-owner-group --build . '$(CURDIR)/.build' | sed 's/.* in //'

# The picture at the top of the README, of the welcome library as it is on the first day: what the snapshot
# has of colors, shown in a terminal on a screen of its own.
pictures: deps-run
	$(call install-missing,,xvfb-run:xvfb xterm:xterm import:imagemagick fc-list:fontconfig)
	@fc-list | grep -q DejaVuSansMono.ttf || { echo 'Missing: DejaVu Sans Mono (fonts-dejavu-core)'; exit 1; }
	@$(BUILD) --product luego
	@set -e; home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; \
	env -i HOME="$$home" PATH="$$PATH" LANG=C.UTF-8 TZ=UTC TERM=xterm LUEGO_NOW=2026-11-21T12:00:00Z \
	  sh -c '(sleep 3; printf Q) | script -qec "$$0" /dev/null >/dev/null; \
	    "$$0" --snapshot 112x32 --write --keys "$$1" --theme night --format ansi' \
	  '$(CURDIR)/$(RELEASE)/luego' 'j j j j <enter> j j j j' >"$$home/screen"; \
	xvfb-run -a -s '-screen 0 1800x1000x24' xterm -geometry 112x32 +sb -b 0 -bw 0 -u8 \
	  -fa 'DejaVu Sans Mono' -fs 12 -e sh -c \
	  'printf "\033[?25l"; head -c -1 "$$0"; sleep 2; import -window "$$WINDOWID" "$$1"' \
	  "$$home/screen" "$$home/picture.png"; \
	convert "$$home/picture.png" -strip +dither -colors 96 PNG8:Data/pictures/luego.png

clean:
	rm -rf .build
