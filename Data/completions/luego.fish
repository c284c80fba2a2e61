# Completions of luego for fish, made by: luego completions fish

# The command that was typed, past options and what they take.
function __luego_command
  set -l words (commandline -opc)
  set -l skips 0
  for word in $words[2..]
    if test $skips = 1
      set skips 0
    else if contains -- $word --library --config --theme --log --snapshot --keys --seed --format
      set skips 1
    else if not string match -q -- '-*' $word
      echo $word
      return 0
    end
  end
  return 1
end

function __luego_in
  contains -- (__luego_command) $argv
end

complete -c luego -f
complete -c luego -l library -r -F -d 'use the library in DIR'
complete -c luego -l config -r -F -d 'read settings and keys from FILE'
complete -c luego -l read-only -d 'change nothing'
complete -c luego -l no-color -d 'do not use color'
complete -c luego -l theme -x -a 'auto paper night contrast mono terminal' -d 'use these colors: paper|night|contrast|mono|terminal'
complete -c luego -l no-mouse -d 'do not use the mouse'
complete -c luego -l no-animation -d 'do not animate'
complete -c luego -l plain -d 'show one column without lines, for screen readers'
complete -c luego -l json -d 'print one JSON object per line'
complete -c luego -l log -r -F -d 'append a log to FILE'
complete -c luego -l snapshot -x -d 'print the screen at this size and exit'
complete -c luego -l keys -x -d 'with --snapshot: press these keys first'
complete -c luego -l seed -x -d 'use a fixed random seed'
complete -c luego -n 'not __luego_command > /dev/null' -l format -x -a 'text ansi' -d 'with --snapshot: text|ansi'
complete -c luego -s h -l help -d 'explain a command'

complete -c luego -n 'not __luego_command > /dev/null' -a add -d 'save addresses and fetch their pages'
complete -c luego -n '__luego_in add' -s t -l tag -x -a '(luego completions tags 2>/dev/null)' -d 'add a tag'
complete -c luego -n '__luego_in add' -l title -x -d 'use this title'
complete -c luego -n '__luego_in add' -l html -r -F -d 'take the page from FILE (-: standard input)'
complete -c luego -n '__luego_in add' -l favorite -d 'save into Favorites'
complete -c luego -n '__luego_in add' -l archive -d 'save into Archived'
complete -c luego -n '__luego_in add' -l no-fetch -d 'do not fetch the page now'

complete -c luego -n 'not __luego_command > /dev/null' -a list -d 'list articles: All Articles, or what matches a query'
complete -c luego -n '__luego_in list' -l sort -x -a 'newest oldest published title site length progress recent' -d 'newest|oldest|published|title|site|length|progress|recent'
complete -c luego -n '__luego_in list' -l limit -x -d 'print at most N articles'
complete -c luego -n '__luego_in list' -l format -x -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__luego_in list' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a search -d 'search the texts, titles, sites, authors, tags, notes and addresses of all articles'
complete -c luego -n '__luego_in search' -l sort -x -a 'newest oldest published title site length progress recent' -d 'newest|oldest|published|title|site|length|progress|recent'
complete -c luego -n '__luego_in search' -l limit -x -d 'print at most N articles'
complete -c luego -n '__luego_in search' -l format -x -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__luego_in search' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a random -d 'choose a random article from All Articles, or from what matches a query'
complete -c luego -n '__luego_in random' -l minutes -x -d 'only articles that take at most N minutes'
complete -c luego -n '__luego_in random' -l format -x -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__luego_in random' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a show -d 'print an article'
complete -c luego -n '__luego_in show' -l format -x -a 'text markdown html json' -d 'text|markdown|html|json'
complete -c luego -n '__luego_in show' -l width -x -d 'wrap lines at N columns'
complete -c luego -n '__luego_in show' -l links -d 'number links and list them at the end'
complete -c luego -n '__luego_in show' -l info -d 'print information about the article instead'
complete -c luego -n '__luego_in show' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a open -d 'open an article in the browser'
complete -c luego -n '__luego_in open' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a share -d 'print an article\'s address for sharing'
complete -c luego -n '__luego_in share' -l as -x -a 'link markdown text mail command' -d 'link|markdown|text|mail|command'
complete -c luego -n '__luego_in share' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a highlights -d 'print what was highlighted, and the notes, as Markdown'
complete -c luego -n '__luego_in highlights' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a archive -d 'move to Archived'
complete -c luego -n '__luego_in archive' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a unarchive -d 'move from Archived to All Articles'
complete -c luego -n '__luego_in unarchive' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a favorite -d 'move to Favorites'
complete -c luego -n '__luego_in favorite' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a unfavorite -d 'move from Favorites to All Articles'
complete -c luego -n '__luego_in unfavorite' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a delete -d 'move to Trash'
complete -c luego -n '__luego_in delete' -l yes -d 'do not ask, however many articles match a query'
complete -c luego -n '__luego_in delete' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a restore -d 'move back from Trash'
complete -c luego -n '__luego_in restore' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a tag -d 'add and remove tags'
complete -c luego -n '__luego_in tag' -k -a '(luego completions changes 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a tags -d 'list tags with their counts, rename one, or remove one everywhere'
complete -c luego -n '__luego_in tags' -a 'list rename remove'
complete -c luego -n '__luego_in tags' -a '(luego completions tags 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a edit -d 'change an article\'s title, address, note and tags'
complete -c luego -n '__luego_in edit' -l title -x -d 'set the title; an empty one restores the page\'s'
complete -c luego -n '__luego_in edit' -l url -x -d 'set the address'
complete -c luego -n '__luego_in edit' -l note -x -d 'set the note; an empty one removes it'
complete -c luego -n '__luego_in edit' -l add-tag -x -a '(luego completions tags 2>/dev/null)' -d 'add a tag'
complete -c luego -n '__luego_in edit' -l remove-tag -x -a '(luego completions tags 2>/dev/null)' -d 'remove a tag'
complete -c luego -n '__luego_in edit' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a undo -d 'undo the last change'

complete -c luego -n 'not __luego_command > /dev/null' -a import -d 'import articles from other services and programs'
complete -c luego -n '__luego_in import' -l format -x -a 'pocket pocket-annotations pocket-html instapaper omnivore wallabag readeck raindrop readwise matter karakeep safari bookmarks opml newsboat json csv text' -d 'what the files are, if it cannot be told'
complete -c luego -n '__luego_in import' -l dry-run -d 'change nothing; say what would happen'
complete -c luego -n '__luego_in import' -F

complete -c luego -n 'not __luego_command > /dev/null' -a export -d 'export all articles, or what matches a query'
complete -c luego -n '__luego_in export' -l format -x -a 'json csv html markdown text epub opml' -d 'json|csv|html|markdown|text|epub|opml'
complete -c luego -n '__luego_in export' -s o -l output -r -F -d 'write to FILE, whose name can tell the format'
complete -c luego -n '__luego_in export' -l force -d 'replace files that are there'
complete -c luego -n '__luego_in export' -l partial -d 'write FILE also if some articles cannot be read'
complete -c luego -n '__luego_in export' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a fetch -d 'fetch pages that are waiting or failed'
complete -c luego -n '__luego_in fetch' -l quiet -d 'print nothing'
complete -c luego -n '__luego_in fetch' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a discover -d 'pick an article from the web and print it'
complete -c luego -n '__luego_in discover' -l source -x -a '(luego completions sources 2>/dev/null)' -d 'pick from this source'
complete -c luego -n '__luego_in discover' -l category -x -d 'pick from this category'
complete -c luego -n '__luego_in discover' -l save -d 'save the article'
complete -c luego -n '__luego_in discover' -l width -x -d 'wrap lines at N columns'

complete -c luego -n 'not __luego_command > /dev/null' -a sources -d 'list or change the sources of discovery'
complete -c luego -n '__luego_in sources' -l no-check -d 'add without asking the address what it has'
complete -c luego -n '__luego_in sources' -a 'list add remove on off block unblock refresh'
complete -c luego -n '__luego_in sources' -a '(luego completions sources 2>/dev/null)'

complete -c luego -n 'not __luego_command > /dev/null' -a rules -d 'check site rules, or add a collection of them'
complete -c luego -n '__luego_in rules' -l replace -d 'replace rules that exist already'
complete -c luego -n '__luego_in rules' -a 'add'
complete -c luego -n '__luego_in rules' -F

complete -c luego -n 'not __luego_command > /dev/null' -a extract -d 'extract the readable text of a page: a filter for pipes'
complete -c luego -n '__luego_in extract' -l url -x -d 'the address of the page'
complete -c luego -n '__luego_in extract' -l format -x -a 'text markdown html json' -d 'text|markdown|html|json'
complete -c luego -n '__luego_in extract' -l explain -d 'report the site rules used, on standard error'
complete -c luego -n '__luego_in extract' -F

complete -c luego -n 'not __luego_command > /dev/null' -a stats -d 'show what was saved and read'
complete -c luego -n '__luego_in stats' -l days -x -a '7 30 365' -d 'the last N days (default: 30)'
complete -c luego -n '__luego_in stats' -l all -d 'all time'

complete -c luego -n 'not __luego_command > /dev/null' -a doctor -d 'check the library, and repair it'
complete -c luego -n '__luego_in doctor' -l repair -d 'repair what was found'

complete -c luego -n 'not __luego_command > /dev/null' -a welcome -d 'add the welcome articles, which are a tour of the program'

complete -c luego -n 'not __luego_command > /dev/null' -a completions -d 'print a completion script for a shell'
complete -c luego -n '__luego_in completions' -a 'bash zsh fish'

complete -c luego -n 'not __luego_command > /dev/null' -a help -d 'explain a command'
complete -c luego -n '__luego_in help' -a 'add list search random show open share highlights archive unarchive favorite unfavorite delete restore tag tags edit undo import export fetch discover sources rules extract stats doctor welcome completions help version'

complete -c luego -n 'not __luego_command > /dev/null' -a version -d 'print the version'
