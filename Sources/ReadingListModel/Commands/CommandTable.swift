import ReadingList

extension Command {
  /// The table, one row for each command.
  ///
  /// What has no action is carried out by the screen.
  package var row: Row {
    switch self {
    case .down:
      Row("down", .moving, "next row or line")
    case .up:
      Row("up", .moving, "previous row or line")
    case .top:
      Row("top", .moving, "first row, beginning")
    case .bottom:
      Row("bottom", .moving, "last row, end")
    case .halfPageDown:
      Row("half-page-down", .moving, "half a page down")
    case .halfPageUp:
      Row("half-page-up", .moving, "half a page up")
    case .pageDown:
      Row(
        "page-down",
        .moving,
        "a page down"
      )
    case .pageUp:
      Row(
        "page-up",
        .moving,
        "a page up"
      )
    case .paneLeft:
      Row("pane-left", .moving, "to the pane on the left")
    case .paneRight:
      Row(
        "pane-right",
        .moving,
        "to the pane on the right, or open"
      )
    case .nextPane: Row("next-pane", .moving, "next pane")
    case .previousPane: Row("previous-pane", .moving, "previous pane")
    case .back: Row("back", .moving, "back one level; at the top, quit")
    case .cancel:
      Row("cancel", .moving, "cancel, clear the filter, go back")
    case .interrupt:
      Row("interrupt", .program, "stop what is under way")

    case .find:
      Row("find", .lists, "find in this pane as you type")
    case .findNext: Row("find-next", .lists, "next match")
    case .findPrevious:
      Row("find-previous", .lists, "previous match")
    case .clearFilter:
      Row("clear-filter", .lists, "clear the filter") { model, _ in
        model.clearFilter()
        return .done
      }
    case .go:
      Row(
        "go",
        .lists,
        "go to list",
        argument: .chosen("[LIST]", hint: "Enter goes there, Esc closes")
      ) { $0.go(to: $1) }
    case .sort:
      Row(
        "sort",
        .lists,
        "choose how the list is sorted",
        title: "Sort by",
        argument: .chosen("[ORDER]", hint: "Enter sorts, Esc cancels")
      ) { $0.sort(by: $1) }
    case .random:
      Row("random", .lists, "a random article of this list", needs: [.rows]) {
        model,
        _ in
        model.openRandom()
        return .done
      }
    case .continueReading:
      Row(
        "continue",
        .lists,
        "continue the article read last",
        needs: [.startedArticle]
      ) { model, _ in model.continueReading() }
    case .mark:
      Row("mark", .lists, "mark the article and move on") { model, _ in
        model.toggleMark()
        return .done
      }
    case .markRange:
      Row("mark-range", .lists, "mark a range, from here to the cursor") {
        model,
        _ in
        model.toggleRange()
        return .done
      }
    case .markAll:
      Row("mark-all", .lists, "mark all, or none") { model, _ in
        model.toggleAllMarks()
        return .done
      }

    case .scrollReaderDown:
      Row(
        "scroll-reader-down",
        .reading,
        "scroll the reader from the list",
        needs: [.text]
      )
    case .scrollReaderUp:
      Row(
        "scroll-reader-up",
        .reading,
        "scroll the reader back from the list",
        needs: [.text]
      )
    case .nextArticle:
      Row(
        "next-article",
        .reading,
        "next article of the list",
        hint: "next"
      ) { model, _ in model.openNeighbor(1) }
    case .previousArticle:
      Row("previous-article", .reading, "previous article of the list") {
        model,
        _ in model.openNeighbor(-1)
      }
    case .nextHeading:
      Row(
        "next-heading",
        .reading,
        "next heading",
        needs: [.text]
      )
    case .previousHeading:
      Row(
        "previous-heading",
        .reading,
        "previous heading",
        needs: [.text]
      )
    case .nextParagraph:
      Row(
        "next-paragraph",
        .reading,
        "next paragraph",
        needs: [.text]
      )
    case .previousParagraph:
      Row(
        "previous-paragraph",
        .reading,
        "previous paragraph",
        needs: [.text]
      )
    case .links:
      Row(
        "links",
        .reading,
        "the article's links",
        title: "Links",
        needs: [.text]
      )
    case .zen: Row("zen", .reading, "nothing but the text")

    case .open: Row("open", .articles, "open the article")
    case .archive:
      Row(
        "archive",
        .articles,
        "archive, or bring back",
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleArchived() }
    case .favorite:
      Row(
        "favorite",
        .articles,
        "favorite, or take away",
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleFavorite() }
    case .toggleRead:
      Row(
        "toggle-read",
        .articles,
        "mark read or unread",
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleRead() }
    case .tag:
      Row(
        "tag",
        .articles,
        "add tags",
        argument: .chosen("[TAG]...", hint: "Space adds or removes, Enter closes"),
        needs: [.writing, .savedArticle]
      ) { $0.changeTags($1, adding: true) }
    case .untag:
      Row(
        "untag",
        .articles,
        "remove tags",
        argument: .chosen("[TAG]...", hint: "Enter removes, Esc closes"),
        needs: [.writing, .savedArticle]
      ) { $0.changeTags($1, adding: false) }
    case .add:
      Row(
        "add",
        .articles,
        "save an address",
        title: "Add an article",
        argument: .typed("[URL]", hint: "Enter saves and fetches, Esc cancels"),
        needs: [.writing]
      ) { $0.add($1) }
    case .delete:
      Row(
        "delete",
        .articles,
        "to Trash, or back from it",
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleDeleted() }
    case .purge:
      Row(
        "purge",
        .articles,
        "delete permanently, after asking",
        needs: [.writing, .savedArticle],
        question: "Delete … permanently?"
      ) { model, _ in model.purgeTargets() }
    case .mergeDuplicates:
      Row(
        "merge-duplicates",
        .articles,
        "make one of the marked articles: the one under the cursor stays",
        needs: [.writing, .severalArticles]
      ) { model, _ in model.mergeMarked() }
    case .undo:
      Row("undo", .articles, "undo", needs: [.writing, .undoStep]) { model, _ in
        model.undo()
      }
    case .redo:
      Row("redo", .articles, "redo", needs: [.writing, .redoStep]) {
        model,
        _ in model.redo()
      }
    case .refetch:
      Row(
        "refetch",
        .articles,
        "fetch the page again",
        needs: [.writing, .savedArticle]
      ) { model, _ in model.refetchTarget() }
    case .refetchFailed:
      Row(
        "refetch-failed",
        .articles,
        "fetch all that failed or wait",
        needs: [.writing]
      ) { model, _ in model.refetchFailed() }
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
      ) { model, _ in model.openInBrowserAndArchive() }
    case .copyURL:
      Row(
        "copy-url",
        .articles,
        "copy the address",
        argument: .optional("[URL]"),
        needs: [.article]
      ) { $0.copyURL($1) }
    case .copyMarkdown:
      Row(
        "copy-markdown",
        .articles,
        "copy a Markdown link",
        needs: [.article]
      ) { model, _ in model.copyMarkdown() }

    case .discover:
      Row(
        "discover",
        .discovery,
        "pick an article from the web",
        hint: "shuffle"
      ) { model, _ in
        model.discover()
        return .done
      }
    case .previousPick:
      Row(
        "previous-pick",
        .discovery,
        "what was picked before",
        hint: "earlier"
      ) { model, _ in model.goInHistory(-1) }
    case .nextPick:
      Row(
        "next-pick",
        .discovery,
        "what was picked after it",
        hint: "later"
      ) { model, _ in model.goInHistory(1) }
    case .savePick:
      Row(
        "save-pick",
        .discovery,
        "save what was picked",
        hint: "save",
        needs: [.writing, .pick]
      ) { model, _ in model.savePick() }
    case .blockSite:
      Row(
        "block-site",
        .discovery,
        "never pick from this site again",
        hint: "block site",
        needs: [.pick]
      ) { model, _ in model.blockSite() }
    case .source:
      Row(
        "source",
        .discovery,
        "choose where to pick from, or change the sources",
        title: "Shuffle from",
        argument: .chosen(
          "[NAME|add URL|remove NAME...]",
          hint: "Enter chooses, a adds, d removes, r asks anew"
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
      Row("refresh-sources", .discovery, "ask the sources for what is new") { model, _ in
        model.refreshPools(everything: true)
        return .done
      }

    case .quit:
      Row("quit", .program, "quit at once") { model, _ in
        model.quit()
        return .done
      }
    case .sidebar: Row("sidebar", .program, "show or hide the sidebar")
    case .commandLine:
      Row("command-line", .program, "type a command", hint: "command")
    case .palette: Row("palette", .program, "find a command and run it")
    case .theme:
      Row(
        "theme",
        .program,
        "choose the colors",
        argument: .chosen("[NAME]", hint: "Enter chooses and keeps, Esc closes")
      ) { $0.chooseTheme($1) }
    case .settings:
      Row(
        "settings",
        .program,
        "settings",
        argument: .chosen("[NAME VALUE]", hint: "Space changes, Enter keeps, Esc closes")
      ) { $0.keep($1) }
    case .set:
      Row("set", .program, "change a setting", argument: .required("NAME VALUE")) { $0.set($1) }
    case .bind: Row("bind", .program, "bind a key", argument: .required("PANE KEY COMMAND"))
    case .redraw: Row("redraw", .program, "draw the screen again")
    case .suspend: Row("suspend", .program, "suspend")
    case .help: Row("help", .program, "this help")
    }
  }
}
