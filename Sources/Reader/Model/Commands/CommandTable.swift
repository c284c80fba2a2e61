import ReadingList

/// A command of the program, defined by its row in the table.
///
/// The keymap, the help screen, hints, menus, the `:` line, the config file and the manual's
/// section on keys derive from the rows. `ReadingListModel.act` or a pane performs it.
package enum Command: String, CaseIterable, Sendable {
  case down, up, top, bottom, halfPageDown = "half-page-down", halfPageUp = "half-page-up",
    pageDown = "page-down", pageUp = "page-up"
  case paneLeft = "pane-left", paneRight = "pane-right", nextPane = "next-pane", previousPane =
    "previous-pane", open, back, cancel, interrupt, quit
  case scrollReaderDown = "scroll-reader-down", scrollReaderUp = "scroll-reader-up", nextArticle =
    "next-article", previousArticle = "previous-article"
  case nextHeading = "next-heading", previousHeading = "previous-heading", nextParagraph =
    "next-paragraph", previousParagraph = "previous-paragraph", links
  case select, selectRight = "select-right", selectLeft = "select-left", nextWord = "next-word",
    previousWord = "previous-word", copyText = "copy-text", highlight, annotate = "note",
    removeHighlight = "remove-highlight"
  case followLink = "follow-link", jumpBack = "jump-back", jumpForward = "jump-forward"
  case find, findNext = "find-next", findPrevious = "find-previous", nextUnread = "next-unread",
    filter, clearFilter = "clear-filter", widen, go, sort, random, continueReading = "continue"
  case view, saveView = "save-view"
  case discover, previousPick = "previous-pick", nextPick = "next-pick", savePick = "save-pick",
    blockSite = "block-site", source, category, refreshSources = "refresh-sources"
  case mark, markRange = "mark-range", markAll = "mark-all", archive, favorite, toggleRead =
    "toggle-read", readAll = "read-all", tag, untag, renameTag = "rename-tag", removeTag =
    "remove-tag", editTitle = "title", editURL = "url", add, welcome, delete,
    purge, emptyTrash = "empty-trash"
  case mergeDuplicates = "merge-duplicates", undo, redo, refetch = "fetch", refetchFailed =
    "refetch-failed", fetchArchived = "fetch-archived"
  case openInBrowser = "open-in-browser", openInBrowserAndArchive = "open-in-browser-and-archive",
    copyURL = "copy-url", copyMarkdown = "copy-markdown", share, edit = "edit-note", write, pipe
  case sync, statistics = "stats"
  case sidebar, inspector, paneWidths = "pane-widths", contents, notes, messages, panelHeight =
    "panel-height", zen, commandLine = "command-line", palette, theme, settings, set, bind, shell,
    redraw, suspend, help

  package var name: String { rawValue }

  /// The table: a row per command with fields separated by ` · `; indented lines continue a row.
  ///
  /// The first three fields are the name with its argument, the section and the summary. Each
  /// further field begins with its kind: `keys` as `PANE[,PANE] KEYS [ARGUMENT]`, other words to
  /// `find` it by, its `needs`, the `title` of the argument's dialog, the label for Enter there
  /// (`typed` or `chosen`), a `note` in it, a `hint` for the bottom of the screen, and the question
  /// to `ask` first. Help and palette begin with `main` commands, and `selecting` ones keep the
  /// selection.
  static let table = #"""
    down · moving · move down · keys all j; all <down> · main · selecting
    up · moving · move up · keys all k; all <up> · main · selecting
    top · moving · go to the top · keys all gg; all <home> · main · selecting
    bottom · moving · go to the end · keys all G; all <end> · main · selecting
    half-page-down · moving · move down half a page · keys all <C-d> · selecting
    half-page-up · moving · move up half a page · keys all <C-u> · selecting
    page-down · moving · page down; at the end, next article
        · keys all <C-f>; all <pagedown>; reader <space> · main · selecting
    page-up · moving · move up a page · keys all <C-b>; all <pageup>; reader b · main · selecting
    pane-left · moving · focus the pane on the left · keys all h; all <left> · main
    pane-right · moving · focus the pane on the right, or open · keys all l; all <right> · main
    next-pane · moving · focus the next pane · keys all <tab>
    previous-pane · moving · focus the previous pane · keys all <S-tab>
    back · moving · go back, clear the filter, or quit · keys all q · main · selecting
    cancel · moving · cancel, clear the selection or the filter, or go back · keys all <esc> · selecting
    interrupt · program · stop fetching or searching · keys all <C-c>
    find · lists · find as you type · keys all /; list f · find search, look for · main
    find-next · lists · go to the next match · keys all n · main
    find-previous · lists · go to the previous match · keys all N
    next-unread · lists · go to the next article that is not read · keys list ]
        · find jump to unread · needs rows
    filter [QUERY] · lists · filter by state, length, date, tag or site · keys list +
        · find narrow, search, query, facets · title Narrow the list · chosen close · main
    widen · lists · filter everything · keys list W
    clear-filter · lists · clear the filter · keys list F · find reset, show all
    go [LIST] · lists · go to a list
        · keys sidebar,list,discovery 1 1; sidebar,list,discovery 2 2;
          sidebar,list,discovery 3 3; sidebar,list,discovery 4 4; sidebar,list,discovery 5 5;
          sidebar,list,discovery 6 6; sidebar,list,discovery 7 7; sidebar,list,discovery 8 8;
          sidebar,list,discovery 9 9; all g1 1; all g2 2; all g3 3; all g4 4; all g5 5; all g6 6;
          all g7 7; all g8 8; all g9 9; all gi all; all gf favorites; all ga archived;
          all gd discovery; all gp progress; all gt #; all gl
        · find switch list, jump to view · chosen go there · hint lists · main
    sort [ORDER] · lists · sort the list · keys list S · find order, arrange, group
        · title Sort by · chosen sort · main
    view NAME [QUERY] · lists · go to a view, or make, change or remove one
    save-view [NAME] · lists · save this list and its filter as a view · keys list gv
        · title Save as a view · typed save
    random [TIME] · lists · open a random article of this list · keys all x
        · find surprise, lucky · needs rows · main
    continue · lists · continue reading the last article · keys sidebar,list c
        · find resume, last read · needs startedArticle
    mark · lists · select the row and move down · keys list <space>
        · find mark articles, multiple · needs rows · hint select · main
    mark-range · lists · select a range of rows · keys list v · find mark articles, multiple
        · needs rows · hint select range
    mark-all · lists · select all rows, or none · keys list V
        · find mark articles, multiple · needs rows · hint select all
    scroll-reader-down · reading · scroll the reader down · keys list J · needs text · selecting
    scroll-reader-up · reading · scroll the reader up · keys list K · needs text · selecting
    next-article · reading · open the next article · keys reader J · hint next · main
    previous-article · reading · open the previous article · keys reader K
    next-heading · reading · go to the next heading · keys reader ] · needs text
    previous-heading · reading · go to the previous heading · keys reader [ · needs text
    next-paragraph · reading · go to the next paragraph · keys reader,selection } · needs text
        · selecting
    previous-paragraph · reading · go to the previous paragraph · keys reader,selection {
        · needs text · selecting
    links · reading · list the article's links below the text · keys reader L
        · find urls, references, footnotes · needs text
    contents · reading · list the article's headings below the text · keys reader gT
        · find toc, table of contents, outline, chapters · needs text
    notes · reading · show the article's note and highlights below the text · keys reader gn
        · find highlights, annotations
    follow-link [URL] · reading · follow a link, footnote or picture by the letters over it
        · keys reader f · find urls, references, footnotes, images, photos · needs text · main
    jump-back · reading · jump back
        · keys reader <C-o>; reader <A-left> · find history
    jump-forward · reading · jump forward · keys reader <A-right>
        · find history
    select · reading · select text; again, move its other end · keys reader,selection v
        · find mark text · needs text · main · selecting
    select-right · reading · go to the next character · keys selection l; selection <right>
        · needs selection · selecting
    select-left · reading · go to the previous character · keys selection h; selection <left>
        · needs selection · selecting
    next-word · reading · go to the next word · keys selection w · needs selection · selecting
    previous-word · reading · go to the previous word · keys selection b · needs selection
        · selecting
    copy-text · reading · copy the selected text, or what was highlighted
        · keys selection,highlights y · hint copy · selecting
    highlight [yellow|green|blue|pink] · reading
        · highlight the selected text, or change the color of a highlight
        · keys reader,selection,panel,highlights H; selection,panel 1 yellow;
          selection,panel 2 green; selection,panel 3 blue; selection,panel 4 pink
        · find mark text, underline · needs writing · main · selecting
    note [TEXT] · reading · write a note beside the selected text, a highlight or the article
        · keys reader,selection,panel,highlights c · find comment, annotate · needs writing
        · title Note · typed save · note empty removes it · main · selecting
    remove-highlight · reading · remove a highlight · keys selection,highlights d · find unmark
        · needs writing · hint remove · selecting
    edit-note · articles · write the note in your editor · keys list,reader,selection,panel E
        · find comment, annotate · needs writing · selecting
    write [--text|--markdown|--html|--json] [FILE] · articles
        · write the article, selection or highlights to a file · keys list,reader w
        · find export, save as, download, print · needs article · title Write to a file
        · typed write · note .md, .html, .json: format · selecting
    pipe [--text|--markdown|--html|--json] [COMMAND] · articles
        · pipe the article, selection or highlights to a command · keys list,reader,selection |
        · find print, send to · needs article · title Pipe to a command · typed run
        · note [--markdown|--html|--json] COMMAND · selecting
    shell [COMMAND] · program · run a command of the shell · keys all ! · find terminal, run
        · title Run a command · typed run
    zen · reading · show only the text · keys sidebar,list,reader z
        · find fullscreen, focus, distraction-free
    open · articles · open the article · keys sidebar,list,panel <enter> · main
    archive · articles · archive or unarchive · keys list,reader e · find done, mark as done
        · needs writing savedArticle · main
    favorite · articles · favorite or unfavorite · keys list,reader s
        · find star, like, bookmark, heart · needs writing savedArticle · main
    toggle-read [read|unread] · articles · mark as read or unread · keys list,reader m
        · find unread, seen, finished · needs writing savedArticle · hint read · main
    read-all · articles · mark all of this list as read · needs writing rows
    tag [TAG,...] · articles · add or remove tags · keys list,reader t
        · find label, category, folder · needs writing savedArticle · chosen close · main
    untag [TAG,...] · articles · remove a tag · keys list,reader T
        · find label, category, folder · needs writing savedArticle · chosen remove
    rename-tag [TAG] NAME · articles · rename a tag on all articles, or merge it into another
        · needs writing · title Rename the tag · typed rename
        · note a tag with that name is merged
    remove-tag [TAG] · articles · remove a tag from all articles · find delete · needs writing
    title [TITLE] · articles · change the title · find rename, name · needs writing savedArticle
        · typed change
    url [URL] · articles · change the address, and fetch that · find link, change the url
        · needs writing savedArticle · title Change the address · typed change and fetch
    welcome · articles · add the articles that show what Luego can do · needs writing
    add [URL|FILE] · articles · add an article · keys all a
        · find save, new, url, link, file, import, pocket, instapaper, bookmarks · needs writing
        · title Add an article · typed save and fetch · main
    delete · articles · move to Trash, or restore · keys list,reader d
        · find remove, trash, bin, throw away · needs writing savedArticle · main
    purge · articles · delete permanently, after asking · keys list,reader D
        · find remove forever, erase, clean up · needs writing savedArticle
        · ask Delete … permanently?
    empty-trash · articles · delete everything in Trash permanently, after asking
        · find remove forever, erase, clean up · needs writing
        · ask Delete … in Trash permanently?
    merge-duplicates · articles · merge the selected articles into one · keys list M
        · find join, combine · needs writing severalArticles · ask Merge …?
    undo · articles · undo · keys all u · find revert, take back · needs writing · main
    redo · articles · redo · keys all <C-r> · needs writing
    fetch · articles · fetch again · keys list,reader r
        · find reload, refetch, refresh, download, update · needs writing savedArticle
    refetch-failed · articles · fetch all that failed or is not fetched yet · keys list,reader R
        · find reload, retry · needs writing
    fetch-archived · articles · fetch the newest copy in an archive · keys list,reader A
        · hint archive copy · find wayback, dead link, gone · needs writing savedArticle
    open-in-browser [URL] · articles · open in the browser · keys list,reader o
        · find external, web · needs article · hint browser · main
    open-in-browser-and-archive · articles · open in the browser and archive
        · keys list,reader O · needs writing article
    copy-url [URL] · articles · copy the URL · keys list,reader y
        · find link, share, clipboard, yank, send, mail · needs article · hint copy URL · main
    copy-markdown · articles · copy a Markdown link · keys list,reader Y
        · find link, share, clipboard, yank, send, mail · needs article
    share [link|markdown|text|mail|command] · articles · copy the article for somebody else
        · find link, share, clipboard, yank, send, mail · needs article · title Share
        · chosen copy
    discover · discovery · discover a random article · keys all X; discovery x
        · find shuffle, explore, surprise · hint discover · main
    previous-pick · discovery · go to the previous pick · keys discovery <; discovery K
        · hint earlier
    next-pick · discovery · go to the next pick · keys discovery >; discovery J · hint later
    save-pick · discovery · save this article · keys discovery s; discovery <enter>
        · needs writing pick · hint save
    block-site · discovery · block this site · keys discovery B · find mute, hide, never show
        · needs pick · hint block site
    source [NAME|add URL|remove NAME...] · discovery · choose or change the sources
        · keys discovery S · find feeds, subscriptions, opml, rss · title Discover from
        · chosen choose
    category [NAME] · discovery · choose a category · keys discovery c · title Category
        · chosen choose
    refresh-sources · discovery · refresh the sources · find update feeds
    sync [NAME] · program · sync with other machines · needs writing
    quit · program · quit · keys all Q · find exit, close · main
    stats · program · show statistics · keys all gs · find numbers, how much
    sidebar · program · show or hide the sidebar · keys all \
    inspector · program · show or hide information about the article · keys all i
        · find details, metadata, properties · needs article · hint information
    pane-widths · program · change the width of the list · keys all =
        · find resize
    messages · program · show recent messages · keys all gm · find log, errors, notifications
    panel-height ROWS|+ROWS|-ROWS · program · change the height of the panel
        · keys panel + +1; panel - -1 · find resize
    command-line · program · type a command · keys all : · find console, prompt · hint command
        · selecting
    palette · program · find a command and run it · keys all <C-p> · main · selecting
    theme [NAME] · program · choose the colors · find dark, light, night, appearance
        · chosen choose · selecting
    settings [NAME VALUE] · program · settings · keys all ,
        · find preferences, options, configure · chosen change · main
    set NAME VALUE · program · change a setting · find preferences, options, configure
        · selecting
    bind PANE KEY COMMAND · program · bind a key · find shortcut, remap, keys · selecting
    redraw · program · redraw the screen · keys all <C-l> · selecting
    suspend · program · suspend · keys all <C-z> · selecting
    help · program · show help · keys all ? · find keys, shortcuts, manual · main · selecting
    """#
}
