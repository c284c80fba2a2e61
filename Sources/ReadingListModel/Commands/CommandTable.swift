import ReadingList
import ReadingServices

extension Command {
  /// What a change of articles needs.
  private var changing: [Need] { [.writing, .savedArticle] }

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
    case .ranking:
      Row("ranking", .lists, "show the best matches first, or keep the list's order") {
        $0.toggleRanking()
      }
    case .filter:
      Row(
        "filter",
        .lists,
        "filter by state, length, date, tag or site",
        title: "Narrow the list",
        argument: .chosen("[QUERY]", hint: "Space turns on and off, Enter closes")
      ) { $0.filter(by: $1) }
    case .widen:
      Row("widen", .lists, "apply the filter to all articles") { $0.widen() }
    case .clearFilter:
      Row("clear-filter", .lists, "clear the filter") {
        $0.clearFilter()
        return .done
      }
    case .go:
      Row(
        "go",
        .lists,
        "go to a list",
        argument: .chosen("[LIST]", hint: "Enter goes there, Esc closes")
      ) { $0.go(to: $1) }
    case .sort:
      Row(
        "sort",
        .lists,
        "sort the list",
        title: "Sort by",
        argument: .chosen("[ORDER]", hint: "Enter sorts, Esc cancels")
      ) { $0.sort(by: $1) }
    case .view:
      Row(
        "view",
        .lists,
        "make, change or remove a view",
        argument: .required("NAME [QUERY]")
      ) { $0.defineView($1) }
    case .saveView:
      Row(
        "save-view",
        .lists,
        "save this list and its filter as a view",
        title: "Save as a view",
        argument: .typed("[NAME]", hint: "Enter saves, Esc cancels")
      ) { $0.saveView($1) }
    case .editView:
      Row(
        "edit-view",
        .lists,
        "change the query of this view",
        title: "What the view holds",
        argument: .typed("[QUERY]", hint: "Enter changes it, Esc cancels"),
        needs: [.ownView]
      ) { $0.editView($1) }
    case .renameView:
      Row(
        "rename-view",
        .lists,
        "rename this view",
        title: "Rename the view",
        argument: .typed("[NAME]", hint: "Enter renames, Esc cancels"),
        needs: [.ownView]
      ) { $0.renameView($1) }
    case .removeView:
      Row("remove-view", .lists, "remove this view, after asking", needs: [.ownView]) {
        $0.removeView()
      }
    case .random:
      Row(
        "random",
        .lists,
        "open a random article of this list",
        argument: .optional("[TIME]"),
        needs: [.rows]
      ) { $0.openRandom(within: $1) }
    case .continueReading:
      Row(
        "continue",
        .lists,
        "continue reading the last article",
        needs: [.startedArticle]
      ) { $0.continueReading() }
    case .mark:
      Row("mark", .lists, "mark and move down", needs: [.rows]) {
        $0.toggleMark()
        return .done
      }
    case .markRange:
      Row("mark-range", .lists, "mark a range", needs: [.rows]) {
        $0.toggleRange()
        return .done
      }
    case .markAll:
      Row("mark-all", .lists, "mark all, or none", needs: [.rows]) {
        $0.toggleAllMarks()
        return .done
      }

    case .scrollReaderDown:
      Row("scroll-reader-down", .reading, "scroll the reader down", needs: [.text])
    case .scrollReaderUp: Row("scroll-reader-up", .reading, "scroll the reader up", needs: [.text])
    case .nextArticle:
      Row("next-article", .reading, "open the next article", hint: "next") { $0.openNeighbor(1) }
    case .previousArticle:
      Row("previous-article", .reading, "open the previous article") { $0.openNeighbor(-1) }
    case .nextHeading: Row("next-heading", .reading, "go to the next heading", needs: [.text])
    case .previousHeading:
      Row("previous-heading", .reading, "go to the previous heading", needs: [.text])
    case .nextParagraph: Row("next-paragraph", .reading, "go to the next paragraph", needs: [.text])
    case .previousParagraph:
      Row("previous-paragraph", .reading, "go to the previous paragraph", needs: [.text])
    case .links: Row("links", .reading, "list the article's links below the text", needs: [.text])
    case .contents:
      Row("contents", .reading, "list the article's headings below the text", needs: [.text])
    case .notes: Row("notes", .reading, "show the article's note and highlights below the text")
    case .openPicture:
      Row(
        "open-picture",
        .reading,
        "open a picture in another program",
        argument: .optional("[URL]"),
        needs: [.text]
      )
    case .fetchPictures:
      Row(
        "fetch-pictures",
        .reading,
        "fetch the pictures that are missing",
        needs: [.text]
      ) { $0.fetchPictures() }
    case .followLink:
      Row(
        "follow-link",
        .reading,
        "follow a link by the letters over it",
        argument: .optional("[URL]"),
        needs: [.text]
      )
    case .linkMenu:
      Row(
        "link-menu",
        .reading,
        "read, save, open or copy a link by the letters over it, or read a footnote",
        title: "Link",
        argument: .optional("[URL]"),
        needs: [.text]
      )
    case .openSaved:
      Row(
        "open-saved",
        .reading,
        "open the saved article of an address",
        argument: .required("URL")
      ) { $0.openSaved($1) }
    case .readHere:
      Row(
        "read-here",
        .reading,
        "read a page without saving it",
        argument: .required("URL")
      ) { $0.readHere($1) }
    case .jumpBack:
      Row("jump-back", .reading, "go back to where one came from, also in another article")
    case .jumpForward:
      Row("jump-forward", .reading, "go forward again after going back")
    case .select:
      Row(
        "select",
        .reading,
        "select text; again, move its other end",
        needs: [.text]
      )
    case .selectRight:
      Row("select-right", .reading, "go to the next character", needs: [.selection])
    case .selectLeft:
      Row("select-left", .reading, "go to the previous character", needs: [.selection])
    case .nextWord: Row("next-word", .reading, "go to the next word", needs: [.selection])
    case .previousWord:
      Row("previous-word", .reading, "go to the previous word", needs: [.selection])
    case .nextSentence:
      Row("next-sentence", .reading, "go to the next sentence", needs: [.selection])
    case .previousSentence:
      Row("previous-sentence", .reading, "go to the previous sentence", needs: [.selection])
    case .otherEnd:
      Row("other-end", .reading, "move the other end of the selection", needs: [.selection])
    case .copyText: Row("copy-text", .reading, "copy the selected text", hint: "copy")
    case .highlight:
      Row(
        "highlight",
        .reading,
        "highlight the selected text, or change the color of a highlight",
        argument: .optional("[yellow|green|blue|pink]"),
        needs: [.writing]
      )
    case .annotate:
      Row(
        "note",
        .reading,
        "write a note beside the selected text, a highlight or the article",
        title: "Note",
        argument: .typed("[TEXT]", hint: "Enter keeps it, empty removes it, Esc cancels"),
        needs: [.writing]
      )
    case .removeHighlight:
      Row("remove-highlight", .reading, "remove a highlight", hint: "remove", needs: [.writing])
    case .edit:
      Row("edit-note", .articles, "write the note in your editor", needs: [.writing])
    case .write:
      Row(
        "write",
        .articles,
        "write the article or the selected text to a file",
        title: "Write to a file",
        argument: .typed(
          "[--text|--markdown|--html|--json] [FILE]",
          hint: "Enter writes; .md, .html or .json gives the format"
        ),
        needs: [.article]
      )
    case .pipe:
      Row(
        "pipe",
        .articles,
        "pipe the article or the selected text to a command",
        title: "Pipe to a command",
        argument: .typed(
          "[--text|--markdown|--html|--json] [COMMAND]",
          hint: "[--markdown|--html|--json] COMMAND; Enter runs it"
        ),
        needs: [.article]
      )
    case .shell:
      Row(
        "shell",
        .program,
        "run a command of the shell",
        title: "Run a command",
        argument: .typed("[COMMAND]", hint: "Enter runs it, Esc cancels")
      )
    case .zen: Row("zen", .reading, "show only the text")

    case .open: Row("open", .articles, "open the article")
    case .archive:
      Row("archive", .articles, "archive or unarchive", needs: changing) { $0.toggleArchived() }
    case .archiveAndNext:
      Row(
        "archive-and-next",
        .articles,
        "archive, and open the next article",
        needs: changing
      ) { $0.archiveAndNext() }
    case .favorite:
      Row("favorite", .articles, "favorite or unfavorite", needs: changing) { $0.toggleFavorite() }
    case .toggleRead:
      Row(
        "toggle-read",
        .articles,
        "mark as read or unread",
        argument: .optional("[read|unread]"),
        needs: changing
      ) { $0.toggleRead($1) }
    case .readAll:
      Row("read-all", .articles, "mark all of this list as read", needs: [.writing, .rows]) {
        $0.readAll()
      }
    case .tag:
      Row(
        "tag",
        .articles,
        "add or remove tags",
        argument: .chosen("[TAG,...]", hint: "Space adds or removes, Enter closes"),
        needs: changing
      ) { $0.changeTags($1, adding: true) }
    case .untag:
      Row(
        "untag",
        .articles,
        "remove a tag",
        argument: .chosen("[TAG,...]", hint: "Enter removes, Esc closes"),
        needs: changing
      ) { $0.changeTags($1, adding: false) }
    case .renameTag:
      Row(
        "rename-tag",
        .articles,
        "rename a tag on all articles, or merge it into another",
        title: "Rename the tag",
        argument: .typed(
          "[TAG] NAME",
          hint: "Enter renames, Esc cancels; a tag with that name is merged"
        ),
        needs: [.writing]
      ) { $0.renameTag($1) }
    case .removeTag:
      Row(
        "remove-tag",
        .articles,
        "remove a tag from all articles",
        argument: .optional("[TAG]"),
        needs: [.writing]
      ) { $0.removeTag($1) }
    case .foldTag:
      Row("fold-tag", .lists, "hide or show the tags below this one") { $0.toggleFold() }
    case .editTitle:
      Row(
        "title",
        .articles,
        "change the title",
        argument: .typed("[TITLE]", hint: "Enter changes it, Esc cancels"),
        needs: changing
      ) { $0.changeTitle($1) }
    case .editURL:
      Row(
        "url",
        .articles,
        "change the address, and fetch that",
        title: "Change the address",
        argument: .typed("[URL]", hint: "Enter changes it and fetches, Esc cancels"),
        needs: changing
      ) { $0.changeURL($1) }
    case .welcome:
      Row(
        "welcome",
        .articles,
        "add the articles that show what Luego can do",
        needs: [.writing]
      ) { $0.addWelcome() }
    case .add:
      Row(
        "add",
        .articles,
        "add an article",
        title: "Add an article",
        argument: .typed("[URL]", hint: "Enter saves and fetches, Esc cancels"),
        needs: [.writing]
      ) { $0.add($1) }
    case .importFile:
      Row(
        "import",
        .articles,
        "import what another program exported, after showing what is in it",
        title: "Import a file",
        argument: .typed("[FILE]", hint: "Enter shows what is in it, Tab completes, Esc cancels"),
        needs: [.writing]
      )
    case .importReport: Row("import-report", .articles, "show what came of the last import")
    case .delete:
      Row("delete", .articles, "move to Trash, or restore", needs: changing) { $0.toggleDeleted() }
    case .purge:
      Row(
        "purge",
        .articles,
        "delete permanently, after asking",
        needs: changing,
        question: "Delete … permanently?"
      ) { $0.purgeTargets() }
    case .mergeDuplicates:
      Row(
        "merge-duplicates",
        .articles,
        "merge the marked articles into one",
        needs: [.writing, .severalArticles]
      ) { $0.mergeMarked() }
    case .undo:
      Row("undo", .articles, "undo", needs: [.writing]) { $0.takeBack(.undo) }
    case .redo:
      Row("redo", .articles, "redo", needs: [.writing]) { $0.takeBack(.redo) }
    case .refetch:
      Row("refetch", .articles, "fetch again", needs: changing) { $0.refetchTarget() }
    case .refetchFailed:
      Row(
        "refetch-failed",
        .articles,
        "fetch everything failed or pending",
        needs: [.writing]
      ) { $0.refetchFailed() }
    case .openInBrowser:
      Row(
        "open-in-browser",
        .articles,
        "open in the browser",
        hint: "browser",
        argument: .optional("[URL]"),
        needs: [.article]
      ) { $0.openInBrowser($1) }
    case .openInBrowserAndArchive:
      Row(
        "open-in-browser-and-archive",
        .articles,
        "open in the browser and archive",
        needs: [.writing, .article]
      ) { $0.openInBrowserAndArchive() }
    case .copyURL:
      Row(
        "copy-url",
        .articles,
        "copy the URL",
        argument: .optional("[URL]"),
        needs: [.article]
      ) { $0.copyURL($1) }
    case .copyMarkdown:
      Row("copy-markdown", .articles, "copy a Markdown link", needs: [.article]) {
        $0.copyMarkdown()
      }

    case .discover:
      Row("discover", .discovery, "discover a random article", hint: "shuffle") {
        $0.discover()
        return .done
      }
    case .previousPick:
      Row("previous-pick", .discovery, "go to the previous pick", hint: "earlier") {
        $0.goInHistory(-1)
      }
    case .nextPick:
      Row("next-pick", .discovery, "go to the next pick", hint: "later") { $0.goInHistory(1) }
    case .savePick:
      Row(
        "save-pick",
        .discovery,
        "save this article",
        hint: "save",
        needs: [.writing, .pick]
      ) { $0.savePick() }
    case .blockSite:
      Row(
        "block-site",
        .discovery,
        "block this site",
        hint: "block site",
        needs: [.pick]
      ) { $0.blockSite() }
    case .source:
      Row(
        "source",
        .discovery,
        "choose or change the sources",
        title: "Shuffle from",
        argument: .chosen(
          "[NAME|add URL|remove NAME...]",
          hint: "Enter chooses, a adds, d removes, r refreshes"
        )
      ) { $0.useSources($1) }
    case .category:
      Row(
        "category",
        .discovery,
        "choose a category",
        title: "Category",
        argument: .chosen("[NAME]", hint: "Enter chooses, Esc closes")
      ) { $0.chooseCategory($1) }
    case .refreshSources:
      Row("refresh-sources", .discovery, "refresh the sources") {
        $0.refreshPools(everything: true)
        return .done
      }

    case .quit:
      Row("quit", .program, "quit") {
        $0.quit()
        return .done
      }
    case .statistics: Row("stats", .program, "show statistics")
    case .offline: Row("offline", .program, "show which texts are stored")
    case .removeTexts:
      Row(
        "free-texts",
        .program,
        "remove the texts of archived and read articles, after asking",
        needs: [.writing, .removableTexts]
      ) { $0.removeTexts() }
    case .activity: Row("activity", .program, "show what is under way")
    case .sidebar: Row("sidebar", .program, "show or hide the sidebar")
    case .inspector:
      Row(
        "inspector",
        .program,
        "show or hide information about the article",
        hint: "information",
        needs: [.article]
      )
    case .paneWidths:
      Row(
        "pane-widths",
        .program,
        "change the width of the list",
        argument: .optional("[narrow|default|wide]")
      )
    case .messages: Row("messages", .program, "show recent messages")
    case .panelHeight:
      Row(
        "panel-height",
        .program,
        "change the height of the panel",
        argument: .required("ROWS|+ROWS|-ROWS")
      )
    case .commandLine: Row("command-line", .program, "type a command", hint: "command")
    case .palette: Row("palette", .program, "find a command and run it")
    case .theme:
      Row(
        "theme",
        .program,
        "choose the colors",
        argument: .chosen("[NAME]", hint: "Enter chooses and keeps, Esc closes")
      ) { $0.chooseTheme($1) }
    case .configProblems: Row("config-problems", .program, "list what is wrong in the config file")
    case .settings:
      Row(
        "settings",
        .program,
        "settings",
        argument: .chosen("[NAME VALUE]", hint: "Space changes, Enter keeps, Esc closes")
      ) { $0.keep($1) }
    case .set:
      Row("set", .program, "change a setting", argument: .required("NAME VALUE")) { $0.set($1) }
    case .tagColor:
      Row("tag-color", .program, "give a tag a color", argument: .required("TAG COLOR")) {
        $0.colorTag($1)
      }
    case .bind: Row("bind", .program, "bind a key", argument: .required("PANE KEY COMMAND"))
    case .redraw: Row("redraw", .program, "redraw the screen")
    case .suspend: Row("suspend", .program, "suspend")
    case .help: Row("help", .program, "show help")
    }
  }
}
