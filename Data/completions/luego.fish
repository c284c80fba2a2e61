# Completions of luego for fish, made by: luego completions fish

complete -c luego -f
complete -c luego -l library -r -F -d 'use the library in DIR'
complete -c luego -l config -r -F -d 'read settings and keys from FILE'
complete -c luego -l read-only -d 'change nothing'
complete -c luego -l no-color -d 'do not use color'
complete -c luego -l no-mouse -d 'do not use the mouse'
complete -c luego -l no-animation -d 'do not animate'
complete -c luego -l plain -d 'show one column without lines, for screen readers'
complete -c luego -l json -d 'print one JSON object per line'
complete -c luego -l log -r -F -d 'append a log to FILE'
complete -c luego -l snapshot -r -d 'print the screen at this size and exit'
complete -c luego -l keys -r -d 'with --snapshot: press these keys first'
complete -c luego -l seed -r -d 'use a fixed random seed'
complete -c luego -s h -l help -d 'explain a command'

complete -c luego -n __fish_use_subcommand -a add -d 'save addresses and fetch their pages'
complete -c luego -n '__fish_seen_subcommand_from add' -s t -l tag -r -a '(luego completions tags 2>/dev/null)' -d 'add a tag'
complete -c luego -n '__fish_seen_subcommand_from add' -l title -r -d 'use this title'
complete -c luego -n '__fish_seen_subcommand_from add' -l html -r -F -d 'take the page from FILE (-: standard input)'
complete -c luego -n '__fish_seen_subcommand_from add' -l favorite -d 'save into Favorites'
complete -c luego -n '__fish_seen_subcommand_from add' -l archive -d 'save into Archived'
complete -c luego -n '__fish_seen_subcommand_from add' -l no-fetch -d 'do not fetch the page now'

complete -c luego -n __fish_use_subcommand -a list -d 'list articles: All Articles, or what matches a query'
complete -c luego -n '__fish_seen_subcommand_from list' -l sort -r -a 'newest oldest published title site length progress recent' -d 'newest|oldest|published|title|site|length|progress|recent'
complete -c luego -n '__fish_seen_subcommand_from list' -l limit -r -d 'print at most N articles'
complete -c luego -n '__fish_seen_subcommand_from list' -l format -r -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__fish_seen_subcommand_from list' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a search -d 'search title, site, author, tags and address'
complete -c luego -n '__fish_seen_subcommand_from search' -l sort -r -a 'newest oldest published title site length progress recent' -d 'newest|oldest|published|title|site|length|progress|recent'
complete -c luego -n '__fish_seen_subcommand_from search' -l limit -r -d 'print at most N articles'
complete -c luego -n '__fish_seen_subcommand_from search' -l format -r -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__fish_seen_subcommand_from search' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a random -d 'choose a random article from All Articles, or from what matches a query'
complete -c luego -n '__fish_seen_subcommand_from random' -l minutes -r -d 'only articles that take at most N minutes'
complete -c luego -n '__fish_seen_subcommand_from random' -l format -r -d 'print each article as FORMAT, such as \'{title}\\t{url}\''
complete -c luego -n '__fish_seen_subcommand_from random' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a show -d 'print an article'
complete -c luego -n '__fish_seen_subcommand_from show' -l format -r -a 'text markdown html json' -d 'text|markdown|html|json'
complete -c luego -n '__fish_seen_subcommand_from show' -l width -r -d 'wrap lines at N columns'
complete -c luego -n '__fish_seen_subcommand_from show' -l links -d 'number links and list them at the end'
complete -c luego -n '__fish_seen_subcommand_from show' -l info -d 'print information about the article instead'
complete -c luego -n '__fish_seen_subcommand_from show' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a open -d 'open an article in the browser'
complete -c luego -n '__fish_seen_subcommand_from open' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a share -d 'print an article\'s address for sharing'
complete -c luego -n '__fish_seen_subcommand_from share' -l as -r -a 'link markdown text mail command' -d 'link|markdown|text|mail|command'
complete -c luego -n '__fish_seen_subcommand_from share' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a archive -d 'move to Archived'
complete -c luego -n '__fish_seen_subcommand_from archive' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a unarchive -d 'move from Archived to All Articles'
complete -c luego -n '__fish_seen_subcommand_from unarchive' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a favorite -d 'move to Favorites'
complete -c luego -n '__fish_seen_subcommand_from favorite' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a unfavorite -d 'move from Favorites to All Articles'
complete -c luego -n '__fish_seen_subcommand_from unfavorite' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a delete -d 'move to Trash'
complete -c luego -n '__fish_seen_subcommand_from delete' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a restore -d 'move back from Trash'
complete -c luego -n '__fish_seen_subcommand_from restore' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a tag -d 'add and remove tags'
complete -c luego -n '__fish_seen_subcommand_from tag' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a tags -d 'list tags with their counts, rename one, or remove one everywhere'
complete -c luego -n '__fish_seen_subcommand_from tags' -a 'list rename remove'
complete -c luego -n '__fish_seen_subcommand_from tags' -a '(luego completions tags 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a edit -d 'change an article\'s title, address, note and tags'
complete -c luego -n '__fish_seen_subcommand_from edit' -l title -r -d 'set the title; an empty one restores the page\'s'
complete -c luego -n '__fish_seen_subcommand_from edit' -l url -r -d 'set the address'
complete -c luego -n '__fish_seen_subcommand_from edit' -l note -r -d 'set the note; an empty one removes it'
complete -c luego -n '__fish_seen_subcommand_from edit' -l add-tag -r -a '(luego completions tags 2>/dev/null)' -d 'add a tag'
complete -c luego -n '__fish_seen_subcommand_from edit' -l remove-tag -r -a '(luego completions tags 2>/dev/null)' -d 'remove a tag'
complete -c luego -n '__fish_seen_subcommand_from edit' -k -a '(luego completions articles 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a undo -d 'undo the last change'

complete -c luego -n __fish_use_subcommand -a fetch -d 'fetch pages that are waiting or failed'
complete -c luego -n '__fish_seen_subcommand_from fetch' -l quiet -d 'print nothing'
complete -c luego -n '__fish_seen_subcommand_from fetch' -a '(luego completions queries 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a discover -d 'pick an article from the web and print it'
complete -c luego -n '__fish_seen_subcommand_from discover' -l source -r -a '(luego completions sources 2>/dev/null)' -d 'pick from this source'
complete -c luego -n '__fish_seen_subcommand_from discover' -l category -r -d 'pick from this category'
complete -c luego -n '__fish_seen_subcommand_from discover' -l save -d 'save the article'
complete -c luego -n '__fish_seen_subcommand_from discover' -l width -r -d 'wrap lines at N columns'

complete -c luego -n __fish_use_subcommand -a sources -d 'list or change the sources of discovery'
complete -c luego -n '__fish_seen_subcommand_from sources' -a 'list add remove on off block unblock refresh'
complete -c luego -n '__fish_seen_subcommand_from sources' -a '(luego completions sources 2>/dev/null)'

complete -c luego -n __fish_use_subcommand -a rules -d 'check site rules, or add a collection of them'
complete -c luego -n '__fish_seen_subcommand_from rules' -l replace -d 'replace rules that exist already'
complete -c luego -n '__fish_seen_subcommand_from rules' -a 'add'
complete -c luego -n '__fish_seen_subcommand_from rules' -F

complete -c luego -n __fish_use_subcommand -a extract -d 'extract the readable text of a page: a filter for pipes'
complete -c luego -n '__fish_seen_subcommand_from extract' -l url -r -d 'the address of the page'
complete -c luego -n '__fish_seen_subcommand_from extract' -l format -r -a 'text markdown html json' -d 'text|markdown|html|json'
complete -c luego -n '__fish_seen_subcommand_from extract' -l explain -d 'report the site rules used, on standard error'
complete -c luego -n '__fish_seen_subcommand_from extract' -F

complete -c luego -n __fish_use_subcommand -a stats -d 'show what was saved and read'
complete -c luego -n '__fish_seen_subcommand_from stats' -l days -r -a '30' -d 'the last 30 days (the default)'
complete -c luego -n '__fish_seen_subcommand_from stats' -l all -d 'all time'

complete -c luego -n __fish_use_subcommand -a doctor -d 'check the library, and repair it'
complete -c luego -n '__fish_seen_subcommand_from doctor' -l repair -d 'repair what was found'

complete -c luego -n __fish_use_subcommand -a completions -d 'print a completion script for a shell'
complete -c luego -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish'

complete -c luego -n __fish_use_subcommand -a help -d 'explain a command'
complete -c luego -n '__fish_seen_subcommand_from help' -a 'add list search random show open share archive unarchive favorite unfavorite delete restore tag tags edit undo fetch discover sources rules extract stats doctor completions help version'

complete -c luego -n __fish_use_subcommand -a version -d 'print the version'
