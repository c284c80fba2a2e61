import ReadingList
import ReadingServices

extension Command {
  /// The table, one row for each command.
  ///
  /// What has no action is carried out by the screen.
  package var row: Row {
    switch self {
    case .down: Row("down", .moving, "move down")
    case .up: Row("up", .moving, "move up")
    case .top: Row("top", .moving, "go to the top")
    case .bottom: Row("bottom", .moving, "go to the end")
    case .halfPageDown: Row("half-page-down", .moving, "move down half a page")
    case .halfPageUp: Row("half-page-up", .moving, "move up half a page")
    case .pageDown: Row("page-down", .moving, "move down a page; at the end go on")
    case .pageUp: Row("page-up", .moving, "move up a page")
    case .paneLeft: Row("pane-left", .moving, "focus the pane on the left")
    case .paneRight: Row("pane-right", .moving, "focus the pane on the right, or open")
    case .nextPane: Row("next-pane", .moving, "focus the next pane")
    case .previousPane: Row("previous-pane", .moving, "focus the previous pane")
    case .back: Row("back", .moving, "go back, clear the filter, or quit")
    case .cancel: Row("cancel", .moving, "cancel, clear marks or the filter, or go back")
    case .interrupt: Row("interrupt", .program, "stop fetching or searching")

    case .find: Row("find", .lists, "find as you type")
    case .findNext: Row("find-next", .lists, "go to the next match")
    case .findPrevious: Row("find-previous", .lists, "go to the previous match")
    case .nextUnread:
      Row("next-unread", .lists, "go to the next article that is not read")
        .needing(.rows)
        .doing { $0.reader.goToUnread(1) }
    case .previousUnread:
      Row("previous-unread", .lists, "go to the previous article that is not read")
        .needing(.rows)
        .doing { $0.reader.goToUnread(-1) }
    case .ranking:
      Row("ranking", .lists, "show the best matches first, or keep the list's order")
        .doing { $0.search.toggleRanking() }
    case .filter:
      Row("filter", .lists, "filter by state, length, date, tag or site", title: "Narrow the list")
        .taking(.chosen("[QUERY]", enter: "close"))
        .doing { $0.list.filter(by: $1) }
    case .widen: Row("widen", .lists, "apply the filter to all articles").doing { $0.route.widen() }
    case .clearFilter:
      Row("clear-filter", .lists, "clear the filter")
        .running { $0.route.clearFilter() }
    case .go:
      Row("go", .lists, "go to a list")
        .taking(.chosen("[LIST]", enter: "go there"))
        .doing { $0.route.go(to: $1) }
    case .sort:
      Row("sort", .lists, "sort the list", title: "Sort by")
        .taking(.chosen("[ORDER]", enter: "sort"))
        .doing { $0.list.sort(by: $1) }
    case .view:
      Row("view", .lists, "go to a view, or make, change or remove one")
        .taking(.required("NAME [QUERY]"))
        .doing { $0.views.defineView($1) }
    case .saveView:
      Row("save-view", .lists, "save this list and its filter as a view", title: "Save as a view")
        .taking(.typed("[NAME]", enter: "save"))
        .doing { $0.views.saveView($1) }
    case .editView:
      Row("edit-view", .lists, "change the query of this view", title: "What the view holds")
        .taking(.typed("[QUERY]", enter: "change"))
        .needing(.ownView)
        .doing { $0.views.editView($1) }
    case .renameView:
      Row("rename-view", .lists, "rename this view", title: "Rename the view")
        .taking(.typed("[NAME]", enter: "rename"))
        .needing(.ownView)
        .doing { $0.views.renameView($1) }
    case .removeView:
      Row("remove-view", .lists, "remove this view, after asking")
        .needing(.ownView)
        .doing { $0.views.removeView() }
    case .random:
      Row("random", .lists, "open a random article of this list")
        .taking(.optional("[TIME]"))
        .needing(.rows)
        .doing { $0.route.openRandom(within: $1) }
    case .continueReading:
      Row("continue", .lists, "continue reading the last article")
        .needing(.startedArticle)
        .doing { $0.route.continueReading() }
    case .mark:
      Row("mark", .lists, "mark and move down")
        .needing(.rows)
        .running { $0.list.toggleMark() }
    case .markRange:
      Row("mark-range", .lists, "mark a range")
        .needing(.rows)
        .running { $0.list.toggleRange() }
    case .markAll:
      Row("mark-all", .lists, "mark all, or none")
        .needing(.rows)
        .running { $0.list.toggleAllMarks() }

    case .scrollReaderDown:
      Row("scroll-reader-down", .reading, "scroll the reader down").needing(.text)
    case .scrollReaderUp: Row("scroll-reader-up", .reading, "scroll the reader up").needing(.text)
    case .nextArticle:
      Row("next-article", .reading, "open the next article", hint: "next")
        .doing { $0.reader.openNeighbor(1) }
    case .previousArticle:
      Row("previous-article", .reading, "open the previous article").doing {
        $0.reader.openNeighbor(-1)
      }
    case .nextHeading: Row("next-heading", .reading, "go to the next heading").needing(.text)
    case .previousHeading:
      Row("previous-heading", .reading, "go to the previous heading").needing(.text)
    case .nextParagraph: Row("next-paragraph", .reading, "go to the next paragraph").needing(.text)
    case .previousParagraph:
      Row("previous-paragraph", .reading, "go to the previous paragraph").needing(.text)
    case .links: Row("links", .reading, "list the article's links below the text").needing(.text)
    case .contents:
      Row("contents", .reading, "list the article's headings below the text").needing(.text)
    case .notes: Row("notes", .reading, "show the article's note and highlights below the text")
    case .openPicture:
      Row("open-picture", .reading, "open a picture in another program")
        .taking(.optional("[URL]"))
        .needing(.text)
    case .fetchPictures:
      Row("fetch-pictures", .reading, "fetch the pictures that are missing")
        .needing(.text)
        .doing { $0.pictures.fetchMissing($0.reader.id, $0.reader.body) }
    case .followLink:
      Row("follow-link", .reading, "follow a link by the letters over it")
        .taking(.optional("[URL]"))
        .needing(.text)
    case .linkMenu:
      Row(
        "link-menu",
        .reading,
        "read, save, open or copy a link by the letters over it, or read a footnote",
        title: "Link"
      )
      .taking(.optional("[URL]"))
      .needing(.text)
    case .openSaved:
      Row("open-saved", .reading, "open the saved article of an address")
        .taking(.required("URL"))
        .doing { $0.route.openSaved($1) }
    case .readHere:
      Row("read-here", .reading, "read a page without saving it")
        .taking(.required("URL"))
        .doing { $0.route.readHere($1) }
    case .jumpBack:
      Row("jump-back", .reading, "go back to where one came from, also in another article")
    case .jumpForward: Row("jump-forward", .reading, "go forward again after going back")
    case .select: Row("select", .reading, "select text; again, move its other end").needing(.text)
    case .selectRight: Row("select-right", .reading, "go to the next character").needing(.selection)
    case .selectLeft:
      Row("select-left", .reading, "go to the previous character").needing(.selection)
    case .nextWord: Row("next-word", .reading, "go to the next word").needing(.selection)
    case .previousWord:
      Row("previous-word", .reading, "go to the previous word").needing(.selection)
    case .nextSentence:
      Row("next-sentence", .reading, "go to the next sentence").needing(.selection)
    case .previousSentence:
      Row("previous-sentence", .reading, "go to the previous sentence").needing(.selection)
    case .otherEnd:
      Row("other-end", .reading, "move the other end of the selection").needing(.selection)
    case .copyText:
      Row("copy-text", .reading, "copy the selected text, or what was highlighted", hint: "copy")
    case .highlight:
      Row("highlight", .reading, "highlight the selected text, or change the color of a highlight")
        .taking(.optional("[yellow|green|blue|pink]"))
        .needing(.writing)
    case .annotate:
      Row(
        "note",
        .reading,
        "write a note beside the selected text, a highlight or the article",
        title: "Note"
      )
      .taking(.typed("[TEXT]", enter: "save", note: "empty removes it"))
      .needing(.writing)
    case .removeHighlight:
      Row("remove-highlight", .reading, "remove a highlight", hint: "remove").needing(.writing)
    case .dailyHighlight:
      Row("daily-highlight", .reading, "open the highlight of the day")
        .running { $0.highlights.openDaily() }
    case .edit: Row("edit-note", .articles, "write the note in your editor").needing(.writing)
    case .write:
      Row(
        "write",
        .articles,
        "write the article, selection or highlights to a file",
        title: "Write to a file"
      )
      .taking(
        .typed(
          "[--text|--markdown|--html|--json] [FILE]",
          enter: "write",
          note: ".md, .html, .json: format"
        )
      )
      .needing(.article)
    case .pipe:
      Row(
        "pipe",
        .articles,
        "pipe the article, selection or highlights to a command",
        title: "Pipe to a command"
      )
      .taking(
        .typed(
          "[--text|--markdown|--html|--json] [COMMAND]",
          enter: "run",
          note: "[--markdown|--html|--json] COMMAND"
        )
      )
      .needing(.article)
    case .shell:
      Row("shell", .program, "run a command of the shell", title: "Run a command")
        .taking(.typed("[COMMAND]", enter: "run"))
    case .zen: Row("zen", .reading, "show only the text")

    case .open: Row("open", .articles, "open the article")
    case .archive:
      Row("archive", .articles, "archive or unarchive")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.toggleArchived() }
    case .archiveAndNext:
      Row("archive-and-next", .articles, "archive, and open the next article")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.archiveAndNext() }
    case .favorite:
      Row("favorite", .articles, "favorite or unfavorite")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.toggleFavorite() }
    case .toggleRead:
      Row("toggle-read", .articles, "mark as read or unread")
        .taking(.optional("[read|unread]"))
        .needing(.writing, .savedArticle)
        .doing { $0.articles.toggleRead($1) }
    case .readAll:
      Row("read-all", .articles, "mark all of this list as read")
        .needing(.writing, .rows)
        .doing { $0.articles.readAll() }
    case .tag:
      Row("tag", .articles, "add or remove tags")
        .taking(.chosen("[TAG,...]", enter: "close"))
        .needing(.writing, .savedArticle)
        .doing { $0.articles.changeTags($1, adding: true) }
    case .untag:
      Row("untag", .articles, "remove a tag")
        .taking(.chosen("[TAG,...]", enter: "remove"))
        .needing(.writing, .savedArticle)
        .doing { $0.articles.changeTags($1, adding: false) }
    case .renameTag:
      Row(
        "rename-tag",
        .articles,
        "rename a tag on all articles, or merge it into another",
        title: "Rename the tag"
      )
      .taking(
        .typed("[TAG] NAME", enter: "rename", note: "a tag with that name is merged")
      )
      .needing(.writing)
      .doing { $0.articles.renameTag($1) }
    case .removeTag:
      Row("remove-tag", .articles, "remove a tag from all articles")
        .taking(.optional("[TAG]"))
        .needing(.writing)
        .doing { $0.articles.removeTag($1) }
    case .foldTag:
      Row("fold-tag", .lists, "hide or show the tags below this one").doing {
        $0.views.toggleFold()
      }
    case .editTitle:
      Row("title", .articles, "change the title")
        .taking(.typed("[TITLE]", enter: "change"))
        .needing(.writing, .savedArticle)
        .doing { $0.articles.changeTitle($1) }
    case .editURL:
      Row("url", .articles, "change the address, and fetch that", title: "Change the address")
        .taking(.typed("[URL]", enter: "change and fetch"))
        .needing(.writing, .savedArticle)
        .doing { $0.articles.changeURL($1) }
    case .welcome:
      Row("welcome", .articles, "add the articles that show what Luego can do")
        .needing(.writing)
        .doing { $0.articles.addWelcome() }
    case .add:
      Row("add", .articles, "add an article", title: "Add an article")
        .taking(.typed("[URL]", enter: "save and fetch"))
        .needing(.writing)
        .doing { $0.articles.add($1) }
    case .importFile:
      Row(
        "import",
        .articles,
        "import what another program exported, after showing what is in it",
        title: "Import a file"
      )
      .taking(.typed("[FILE]", enter: "show what is in it", note: "Tab completes"))
      .needing(.writing)
    case .importReport: Row("import-report", .articles, "show what came of the last import")
    case .delete:
      Row("delete", .articles, "move to Trash, or restore")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.toggleDeleted() }
    case .purge:
      Row("purge", .articles, "delete permanently, after asking")
        .needing(.writing, .savedArticle)
        .asking("Delete … permanently?")
        .doing { $0.articles.purgeTargets() }
    case .emptyTrash:
      Row("empty-trash", .articles, "delete everything in Trash permanently, after asking")
        .needing(.writing)
        .asking("Delete … in Trash permanently?")
        .doing { $0.articles.emptyTrash() }
    case .mergeDuplicates:
      Row("merge-duplicates", .articles, "merge the marked articles into one")
        .needing(.writing, .severalArticles)
        .doing { $0.articles.mergeMarked() }
    case .undo:
      Row("undo", .articles, "undo")
        .needing(.writing)
        .doing { $0.putBackOverruled() ?? $0.articles.takeBack(.undo) }
    case .redo:
      Row("redo", .articles, "redo").needing(.writing).doing { $0.articles.takeBack(.redo) }
    case .refetch:
      Row("refetch", .articles, "fetch again")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.refetchTarget() }
    case .refetchFailed:
      Row("refetch-failed", .articles, "fetch everything failed or pending")
        .needing(.writing)
        .doing { $0.fetches.failed() }
    case .fetchArchived:
      Row("fetch-archived", .articles, "fetch the newest copy in an archive")
        .needing(.writing, .savedArticle)
        .doing { $0.articles.fetchArchived() }
    case .openInBrowser:
      Row("open-in-browser", .articles, "open in the browser", hint: "browser")
        .taking(.optional("[URL]"))
        .needing(.article)
        .doing { $0.articles.openInBrowser($1) }
    case .openInBrowserAndArchive:
      Row("open-in-browser-and-archive", .articles, "open in the browser and archive")
        .needing(.writing, .article)
        .doing { $0.articles.openInBrowserAndArchive() }
    case .copyURL:
      Row("copy-url", .articles, "copy the URL")
        .taking(.optional("[URL]"))
        .needing(.article)
        .doing { $0.articles.copyURL($1) }
    case .copyMarkdown:
      Row("copy-markdown", .articles, "copy a Markdown link")
        .needing(.article)
        .doing { $0.articles.copyMarkdown() }
    case .share:
      Row("share", .articles, "copy the article for somebody else", title: "Share")
        .taking(.chosen("[link|markdown|text|mail|command]", enter: "copy"))
        .needing(.article)
        .doing { $0.articles.share(as: $1) }

    case .discover:
      Row("discover", .discovery, "discover a random article", hint: "shuffle")
        .running { $0.route.discover() }
    case .previousPick:
      Row("previous-pick", .discovery, "go to the previous pick", hint: "earlier")
        .doing { $0.route.goInHistory(-1) }
    case .nextPick:
      Row("next-pick", .discovery, "go to the next pick", hint: "later")
        .doing { $0.route.goInHistory(1) }
    case .savePick:
      Row("save-pick", .discovery, "save this article", hint: "save")
        .needing(.writing, .pick)
        .doing { $0.discovery.savePick() }
    case .blockSite:
      Row("block-site", .discovery, "block this site", hint: "block site")
        .needing(.pick)
        .doing { $0.discovery.blockSite() }
    case .source:
      Row("source", .discovery, "choose or change the sources", title: "Shuffle from")
        .taking(
          .chosen(
            "[NAME|add URL|remove NAME...]",
            enter: "choose"
          )
        )
        .doing { $0.discovery.useSources($1) }
    case .category:
      Row("category", .discovery, "choose a category", title: "Category")
        .taking(.chosen("[NAME]", enter: "choose"))
        .doing { $0.discovery.chooseCategory($1) }
    case .refreshSources:
      Row("refresh-sources", .discovery, "refresh the sources")
        .running { $0.discovery.refreshPools(everything: true) }

    case .sync:
      Row("sync", .program, "sync with other machines")
        .taking(.optional("[NAME]"))
        .needing(.writing)
        .doing { $0.sync.start($1) }
    case .quit:
      Row("quit", .program, "quit")
        .running { $0.quit() }
    case .statistics: Row("stats", .program, "show statistics")
    case .offline: Row("offline", .program, "show which texts are stored")
    case .removeTexts:
      Row("free-texts", .program, "remove the texts of archived and read articles, after asking")
        .needing(.writing, .removableTexts)
        .doing { $0.reports.removeTexts() }
    case .activity: Row("activity", .program, "show what is under way")
    case .sidebar: Row("sidebar", .program, "show or hide the sidebar")
    case .inspector:
      Row("inspector", .program, "show or hide information about the article", hint: "information")
        .needing(.article)
    case .paneWidths:
      Row("pane-widths", .program, "change the width of the list")
        .taking(.optional("[narrow|default|wide]"))
    case .messages: Row("messages", .program, "show recent messages")
    case .panelHeight:
      Row("panel-height", .program, "change the height of the panel")
        .taking(.required("ROWS|+ROWS|-ROWS"))
    case .commandLine: Row("command-line", .program, "type a command", hint: "command")
    case .palette: Row("palette", .program, "find a command and run it")
    case .theme:
      Row("theme", .program, "choose the colors")
        .taking(.chosen("[NAME]", enter: "choose"))
        .doing { $0.session.keep(.theme, $1) }
    case .configProblems: Row("config-problems", .program, "list what is wrong in the config file")
    case .settings:
      Row("settings", .program, "settings")
        .taking(.chosen("[NAME VALUE]", enter: "keep"))
        .doing { $0.session.keep($1) }
    case .set:
      Row("set", .program, "change a setting")
        .taking(.required("NAME VALUE"))
        .doing { $0.session.keep($1) }
    case .tagColor:
      Row("tag-color", .program, "give a tag a color")
        .taking(.required("TAG COLOR"))
        .doing { $0.session.colorTag($1) }
    case .bind: Row("bind", .program, "bind a key").taking(.required("PANE KEY COMMAND"))
    case .redraw: Row("redraw", .program, "redraw the screen")
    case .suspend: Row("suspend", .program, "suspend")
    case .help: Row("help", .program, "show help")
    }
  }
}
