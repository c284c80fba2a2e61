# Luego: `make run` reads, `make test` tests, `make install` keeps. `make help` says the rest.

SWIFT ?= swift
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PREFIX ?= $(shell [ "$$(id -u)" = 0 ] && echo /usr/local || echo "$$HOME/.local")
DESTDIR ?=
BUILD := $(SWIFT) build -c release --static-swift-stdlib
RELEASE := .build/release
# A crash in a test prints its trace and ends; it never waits for an answer.
export SWIFT_BACKTRACE ?= enable=yes,interactive=no

# Each need: the pkg-config module or the program that shows it is there, and Debian's package for it.
LIBRARIES := ncursesw:libncurses-dev libxml-2.0:libxml2-dev libcurl:libcurl4-openssl-dev
PROGRAMS := pkg-config:pkg-config
TEST_PROGRAMS := tmux:tmux openssl:openssl

.PHONY: help run test install uninstall lint format bench deps deps-test clean swift-version

help:
	@echo 'make run        install what is missing, build, open the reading list'
	@echo 'make test       install what is missing, build, run all tests'
	@echo 'make install    put luego under PREFIX ($(PREFIX))'
	@echo 'make uninstall  remove it from there'
	@echo 'make lint       check the formatting'
	@echo 'make format     correct the formatting'
	@echo 'make bench      measure speed and memory'
	@echo 'make deps       install what is missing'
	@echo 'make clean      remove what was built'

swift-version:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'Swift is missing: install Swift 6.2 or newer from https://swift.org/install and try again.'; exit 1; }
	@$(SWIFT) --version 2>/dev/null | awk '/Swift version/ { \
	  for (i = 1; i <= NF; i++) if ($$i == "version") split($$(i + 1), v, "."); \
	  if (v[1] + 0 > 6 || (v[1] + 0 == 6 && v[2] + 0 >= 2)) ok = 1 } \
	  END { if (!ok) { print "Swift 6.2 or newer is needed: https://swift.org/install"; exit 1 } }'

# $(call install-missing,libraries,programs): says what is missing and installs it with apt-get.
define install-missing
	@missing=; names=; \
	for need in $(2); do \
	  command -v "$${need%%:*}" >/dev/null || { missing="$$missing $${need##*:}"; names="$$names $${need%%:*}"; }; \
	done; \
	for need in $(1); do \
	  pkg-config --exists "$${need%%:*}" 2>/dev/null \
	    || { missing="$$missing $${need##*:}"; names="$$names $${need%%:*}"; }; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Missing:$$names"; \
	  if ! command -v apt-get >/dev/null; then \
	    echo "There is no apt-get here. Install these with your system's package manager, by the names"; \
	    echo "that it has for Debian's$$missing, and try again."; exit 1; \
	  fi; \
	  if [ "$$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then \
	    echo "Run this as root, or install sudo:  apt-get install$$missing"; exit 1; \
	  fi; \
	  yes=; if [ "$$CI" = true ] || [ "$$(id -u)" = 0 ]; then yes=-y; export DEBIAN_FRONTEND=noninteractive; fi; \
	  echo "Installing:$$missing"; \
	  $(SUDO) env DEBIAN_FRONTEND="$$DEBIAN_FRONTEND" apt-get install $$yes $$missing >/dev/null 2>&1 \
	    || { $(SUDO) apt-get update \
	         && $(SUDO) env DEBIAN_FRONTEND="$$DEBIAN_FRONTEND" apt-get install $$yes $$missing; } \
	    || { echo "apt-get could not install$$missing; what it said stands above."; exit 1; }; \
	fi
endef

deps: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS))

deps-test: swift-version
	$(call install-missing,$(LIBRARIES),$(PROGRAMS) $(TEST_PROGRAMS))

run: deps
	@$(BUILD) --product luego
	@$(RELEASE)/luego

# The end-to-end tests run the program itself, so it is built first.
test: deps-test
	@$(SWIFT) build --build-tests
	@$(SWIFT) test --skip-build

lint:
	@$(SWIFT) format lint --strict --parallel -r Sources Tests Package.swift

format:
	@$(SWIFT) format -i --parallel -r Sources Tests Package.swift

bench: deps
	@$(BUILD)
	@$(RELEASE)/luego-bench all $(RELEASE)/luego

install: deps
	@$(BUILD) --product luego
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' \
	  '$(DESTDIR)$(PREFIX)/share/applications' '$(DESTDIR)$(PREFIX)/share/luego/welcome'
	install -m 755 $(RELEASE)/luego '$(DESTDIR)$(PREFIX)/bin/luego'
	install -m 644 Data/welcome/* '$(DESTDIR)$(PREFIX)/share/luego/welcome'
	install -m 644 Data/man/luego.1 '$(DESTDIR)$(PREFIX)/share/man/man1/luego.1'
	install -m 644 Data/luego.desktop '$(DESTDIR)$(PREFIX)/share/applications/luego.desktop'
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) [ -n '$(DESTDIR)' ] || echo 'Add $(PREFIX)/bin to your PATH.';; esac

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/luego' '$(DESTDIR)$(PREFIX)/share/man/man1/luego.1' \
	  '$(DESTDIR)$(PREFIX)/share/applications/luego.desktop'
	rm -rf '$(DESTDIR)$(PREFIX)/share/luego'

clean:
	rm -rf .build
