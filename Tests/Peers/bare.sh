#!/usr/bin/env bash
# bare.sh DIRECTORY [SWIFT]: the README's two commands on a machine that has Swift and nothing else; as root.
#
# DIRECTORY gets a minimal Debian, unless one is there; SWIFT is the toolchain, /opt/swift. The status is 0 where
# `make run` shows the welcome library and `make test` passes.
set -euo pipefail
root=$(mkdir -p "$1" && realpath "$1") swift=$(realpath "${2:-/opt/swift}")
project=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
# What Swift's own instructions name for Debian 12, and what a person needs to have the sources at all.
packages="binutils-gold gcc git libcurl4-openssl-dev libedit-dev libicu-dev libncurses-dev libpython3-dev
  libsqlite3-dev libxml2-dev pkg-config tzdata uuid-dev make ca-certificates"

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" >"$root.log"
inside() {
  env -i HOME=/root TERM=xterm-256color LANG=C.UTF-8 CI=true PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" "$@"
}
mkdir -p "$root/opt/swift"
mounted=()
leave() { for place in "${mounted[@]}"; do umount -l "$root/$place"; done; }
trap leave EXIT
hold() { mount "${@:2}" "$root/$1" && mounted+=("$1"); }
hold opt/swift --bind "$swift"
hold proc -t proc proc
hold dev --rbind /dev
hold tmp -t tmpfs tmpfs
cp /etc/resolv.conf "$root/etc/resolv.conf"
# shellcheck disable=SC2086
inside sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $(echo $packages)" \
  >"$root.log" 2>&1
# A machine without an identity, as containers are.
rm -rf "$root/etc/machine-id" "$root/root/luego"
git clone -q "$project" "$root/root/luego"

echo "make run"
mkfifo "$root/tmp/keys"
inside sh -c 'cd ~/luego && exec script -qfec "make run" /tmp/shown' <>"$root/tmp/keys" >/dev/null &
program=$!
until grep -q 'Welcome to Luego' "$root/tmp/shown" 2>/dev/null; do
  kill -0 $program 2>/dev/null || { tail -n 5 "$root/tmp/shown"; echo "make run ended without the list"; exit 1; }
  sleep 1
done
printf Q >"$root/tmp/keys"
wait $program
echo "make test"
inside sh -c 'cd ~/luego && make test' | tail -n 3
