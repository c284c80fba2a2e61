#!/bin/sh
# Measures what others need for the same: peers.sh BENCH [ARTICLES]. What is not installed is passed over.
bench=$1 count=${2:-100000}
directory=$(mktemp -d) && trap 'rm -rf "$directory"' EXIT
is() { command -v "$1" >/dev/null 2>&1 || { echo "$1: not installed"; return 1; }; }
row() { printf '%-60s%10s\n' "$1" "$2"; }
now() { echo $(($(date +%s%N) / 10000)); }
# A title and what is timed.
timed() { title=$1; shift; start=$(now); "$@" >/dev/null 2>&1; took=$(($(now) - start)); row "$title (ms)" "$((took / 100)).$(printf %02d $((took % 100)))"; }
news() { env HOME="$1" LANG=C.UTF-8 newsboat -u "$1/urls" -c "$1/cache.db" -C "$1/config" $2 $3; }
# A home for newsboat whose feed is read; its usual line of a feed cuts off numbers of five digits.
home() {
  echo "file://$1/feed.xml" >"$1/urls"
  printf 'max-items 0\nfeedlist-format "%%t: %%U of %%c items."\n' >"$1/config"
  timed "newsboat: reading a feed of $2" news "$1" -x reload
}

if is newsboat; then
  echo 'First frame, medians: ms, resident MiB, of it anonymous'
  for items in 10 1000 10000 100000; do
    at=$directory/newsboat-$items && mkdir "$at"
    { echo '<?xml version="1.0"?><rss version="2.0"><channel><title>Bench</title>'
      seq 0 $((items - 1)) | sed 's|.*|<item><title>Article number & about reading</title><link>https://example.com/articles/&</link><guid>&</guid><description>A sentence or two that say what this article is about.</description></item>|'
      echo '</channel></rss>'; } >"$at/feed.xml"
    home "$at" $items
    "$bench" frame "newsboat, $items" "of $items items." newsboat -u "$at/urls" -c "$at/cache.db" -C "$at/config"
  done
fi

# Rows of long texts: the same page as prose of 1.6 MB.
"$bench" texts "$directory/all" "$count"
{ echo '<!DOCTYPE html><meta charset=utf-8><title>Page</title>'
  cat "$directory"/all/texts/[0-9].txt "$directory"/all/texts/[0-9][0-9].txt "$directory"/all/texts/[0-9][0-9][0-9].txt |
    head -c 1600000 | sed 's/^$/<p>/'; } >"$directory/page.html"
is w3m && timed 'w3m -dump of 1.6 MB, whole process' w3m -dump -T text/html -cols 72 "$directory/page.html"
is lynx && timed 'lynx -dump of 1.6 MB, whole process' lynx -dump -force_html -width=72 "$directory/page.html"

timed 'grep -ril of a word, all texts' grep -ril machine "$directory/all/texts"
if is newsboat && is tmux; then
  at=$directory/all && home "$at" "$count texts"
  tmux="tmux -L luego-peers-$$"
  shown() { timeout 120 sh -c "until $tmux capture-pane -p | grep -q '$1'; do sleep 0.01; done"; }
  search() { $tmux send-keys /machine Enter; shown 'Search result'; }
  $tmux -f /dev/null new-session -d -x 120 -y 40 "env HOME=$at LANG=C.UTF-8 newsboat -u $at/urls -c $at/cache.db -C $at/config"
  shown "of $count items"
  timed 'newsboat: its own search for a word' search
  $tmux kill-server 2>/dev/null
fi
if is notmuch; then
  export NOTMUCH_CONFIG="$directory/notmuch"
  printf '[database]\npath=%s\n[new]\ntags=unread\n' "$directory/all/mails" >"$NOTMUCH_CONFIG"
  timed 'notmuch: index' notmuch new --quiet
  row '  articles a second' $((count * 100000 / (took + 1)))
  row '  index (kB)' "$(du -sk "$directory/all/mails/.notmuch/xapian" | cut -f1)"
  timed 'notmuch: first 50 that have a word' notmuch search --limit=50 --sort=newest-first machine
fi
if is recollindex; then
  at=$directory/recoll && mkdir "$at"
  printf 'topdirs = %s\nthrTCounts = 1 1 1\n' "$directory/all/texts" >"$at/recoll.conf"
  timed 'recoll: index' recollindex -c "$at"
  row '  articles a second' $((count * 100000 / (took + 1)))
  row '  index (kB)' "$(du -sk "$at/xapiandb" | cut -f1)"
  timed 'recoll: first 50 that have a word, with excerpts' recollq -c "$at" -n 50 -A machine
fi
