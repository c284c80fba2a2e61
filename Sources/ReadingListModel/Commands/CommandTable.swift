import ReadingList

extension Command {
  /// The table, one row for each command.
  ///
  /// What has no action is carried out by the screen.
  package var row: Row {
    switch self {
    case .down:
      Row("down", .moving, "next row or line", keys: ["all j", "all <down>"], takesCount: true)
    case .up:
      Row("up", .moving, "previous row or line", keys: ["all k", "all <up>"], takesCount: true)
    case .top:
      Row("top", .moving, "first row, beginning", keys: ["all gg", "all <home>"], takesCount: true)
    case .bottom:
      Row("bottom", .moving, "last row, end", keys: ["all G", "all <end>"], takesCount: true)
    case .halfPageDown:
      Row("half-page-down", .moving, "half a page down", keys: ["all <C-d>"], takesCount: true)
    case .halfPageUp:
      Row("half-page-up", .moving, "half a page up", keys: ["all <C-u>"], takesCount: true)
    case .pageDown:
      Row(
        "page-down",
        .moving,
        "a page down",
        keys: ["all <C-f>", "all <pagedown>", "reader <space>"],
        takesCount: true
      )
    case .pageUp:
      Row(
        "page-up",
        .moving,
        "a page up",
        keys: ["all <C-b>", "all <pageup>", "reader b"],
        takesCount: true
      )
    case .paneLeft:
      Row("pane-left", .moving, "to the pane on the left", keys: ["all h", "all <left>"])
    case .paneRight:
      Row(
        "pane-right",
        .moving,
        "to the pane on the right, or open",
        keys: ["all l", "all <right>"]
      )
    case .nextPane: Row("next-pane", .moving, "next pane", keys: ["all <tab>"])
    case .previousPane: Row("previous-pane", .moving, "previous pane", keys: ["all <S-tab>"])
    case .back: Row("back", .moving, "back one level; at the top, quit", keys: ["all q"])
    case .cancel:
      Row("cancel", .moving, "cancel, clear the filter, go back", keys: ["all <esc>"])
    case .interrupt:
      Row("interrupt", .program, "stop what is under way", keys: ["all <C-c>"])

    case .find:
      Row("find", .lists, "find in this pane as you type", keys: ["all /", "list f"])
    case .findNext: Row("find-next", .lists, "next match", keys: ["all n"], takesCount: true)
    case .findPrevious:
      Row("find-previous", .lists, "previous match", keys: ["all N"], takesCount: true)
    case .clearFilter:
      Row("clear-filter", .lists, "clear the filter", keys: ["list F"]) { model, _ in
        model.clearFilter()
        return .done
      }
    case .go:
      Row(
        "go",
        .lists,
        "go to list",
        keys: [
          "sidebar,list,discovery 1 1", "sidebar,list,discovery 2 2",
          "sidebar,list,discovery 3 3", "sidebar,list,discovery 4 4",
          "sidebar,list,discovery 5 5", "sidebar,list,discovery 6 6",
          "sidebar,list,discovery 7 7", "sidebar,list,discovery 8 8",
          "sidebar,list,discovery 9 9", "all g1 1", "all g2 2", "all g3 3", "all g4 4", "all g5 5",
          "all g6 6", "all g7 7", "all g8 8", "all g9 9", "all gi all", "all gf favorites",
          "all ga archived",
          "all gd discovery", "all gp progress",
        ],
        argument: .required("LIST")
      ) { $0.go(to: $1) }
    case .sort:
      Row(
        "sort",
        .lists,
        "choose how the list is sorted",
        keys: ["list S"],
        title: "Sort by",
        argument: .chosen("[ORDER]", hint: "Enter sorts, Esc cancels")
      ) { $0.sort(by: $1) }
    case .random:
      Row("random", .lists, "a random article of this list", keys: ["all x"], needs: [.rows]) {
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
        keys: ["sidebar,list c"],
        needs: [.startedArticle]
      ) { model, _ in model.continueReading() }
    case .mark:
      Row("mark", .lists, "mark the article and move on", keys: ["list <space>"]) { model, _ in
        model.toggleMark()
        return .done
      }
    case .markRange:
      Row("mark-range", .lists, "mark a range, from here to the cursor", keys: ["list v"]) {
        model,
        _ in
        model.toggleRange()
        return .done
      }
    case .markAll:
      Row("mark-all", .lists, "mark all, or none", keys: ["list V"]) { model, _ in
        model.toggleAllMarks()
        return .done
      }

    case .scrollReaderDown:
      Row(
        "scroll-reader-down",
        .reading,
        "scroll the reader from the list",
        keys: ["list J"],
        needs: [.text],
        takesCount: true
      )
    case .scrollReaderUp:
      Row(
        "scroll-reader-up",
        .reading,
        "scroll the reader back from the list",
        keys: ["list K"],
        needs: [.text],
        takesCount: true
      )
    case .nextArticle:
      Row(
        "next-article",
        .reading,
        "next article of the list",
        keys: ["reader J"],
        hint: "next"
      ) { model, _ in model.openNeighbor(1) }
    case .previousArticle:
      Row("previous-article", .reading, "previous article of the list", keys: ["reader K"]) {
        model,
        _ in model.openNeighbor(-1)
      }
    case .nextHeading:
      Row(
        "next-heading",
        .reading,
        "next heading",
        keys: ["reader ]"],
        needs: [.text],
        takesCount: true
      )
    case .previousHeading:
      Row(
        "previous-heading",
        .reading,
        "previous heading",
        keys: ["reader ["],
        needs: [.text],
        takesCount: true
      )
    case .nextParagraph:
      Row(
        "next-paragraph",
        .reading,
        "next paragraph",
        keys: ["reader }"],
        needs: [.text],
        takesCount: true
      )
    case .previousParagraph:
      Row(
        "previous-paragraph",
        .reading,
        "previous paragraph",
        keys: ["reader {"],
        needs: [.text],
        takesCount: true
      )
    case .links:
      Row(
        "links",
        .reading,
        "the article's links",
        keys: ["reader L"],
        title: "Links",
        needs: [.text]
      )
    case .zen: Row("zen", .reading, "nothing but the text", keys: ["list,reader z"])

    case .open: Row("open", .articles, "open the article", keys: ["sidebar,list <enter>"])
    case .archive:
      Row(
        "archive",
        .articles,
        "archive, or bring back",
        keys: ["list,reader e"],
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleArchived() }
    case .favorite:
      Row(
        "favorite",
        .articles,
        "favorite, or take away",
        keys: ["list,reader s"],
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleFavorite() }
    case .toggleRead:
      Row(
        "toggle-read",
        .articles,
        "mark read or unread",
        keys: ["list,reader m"],
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleRead() }
    case .tag:
      Row(
        "tag",
        .articles,
        "add tags",
        keys: ["list,reader t"],
        argument: .typed("[TAG]...", hint: "Tab completes, Enter adds, Esc cancels"),
        needs: [.writing, .savedArticle]
      ) { $0.changeTags($1, adding: true) }
    case .untag:
      Row(
        "untag",
        .articles,
        "remove tags",
        keys: ["list,reader T"],
        argument: .typed("[TAG]...", hint: "Tab completes, Enter removes, Esc cancels"),
        needs: [.writing, .savedArticle]
      ) { $0.changeTags($1, adding: false) }
    case .add:
      Row(
        "add",
        .articles,
        "save an address",
        keys: ["all a"],
        title: "Add an article",
        argument: .typed("[URL]", hint: "Enter saves and fetches, Esc cancels"),
        needs: [.writing]
      ) { $0.add($1) }
    case .delete:
      Row(
        "delete",
        .articles,
        "to Trash, or back from it",
        keys: ["list,reader d"],
        needs: [.writing, .savedArticle]
      ) { model, _ in model.toggleDeleted() }
    case .purge:
      Row(
        "purge",
        .articles,
        "delete permanently, after asking",
        keys: ["list,reader D"],
        needs: [.writing, .savedArticle],
        question: "Delete … permanently?"
      ) { model, _ in model.purgeTargets() }
    case .mergeDuplicates:
      Row(
        "merge-duplicates",
        .articles,
        "make one of the marked articles: the one under the cursor stays",
        keys: ["list M"],
        needs: [.writing, .severalArticles]
      ) { model, _ in model.mergeMarked() }
    case .undo:
      Row("undo", .articles, "undo", keys: ["all u"], needs: [.writing, .undoStep]) { model, _ in
        model.undo()
      }
    case .redo:
      Row("redo", .articles, "redo", keys: ["all <C-r>"], needs: [.writing, .redoStep]) {
        model,
        _ in model.redo()
      }
    case .refetch:
      Row(
        "refetch",
        .articles,
        "fetch the page again",
        keys: ["list,reader r"],
        needs: [.writing, .savedArticle]
      ) { model, _ in model.refetchTarget() }
    case .refetchFailed:
      Row(
        "refetch-failed",
        .articles,
        "fetch all that failed or wait",
        keys: ["list,reader R"],
        needs: [.writing]
      ) { model, _ in model.refetchFailed() }
    case .openInBrowser:
      Row(
        "open-in-browser",
        .articles,
        "open in the browser",
        keys: ["list,reader o"],
        hint: "browser",
        argument: .optional("[URL]"),
        needs: [.article]
      ) { $0.openInBrowser($1) }
    case .openInBrowserAndArchive:
      Row(
        "open-in-browser-and-archive",
        .articles,
        "open in the browser and archive",
        keys: ["list,reader O"],
        needs: [.writing, .article]
      ) { model, _ in model.openInBrowserAndArchive() }
    case .copyURL:
      Row(
        "copy-url",
        .articles,
        "copy the address",
        keys: ["list,reader y"],
        argument: .optional("[URL]"),
        needs: [.article]
      ) { $0.copyURL($1) }
    case .copyMarkdown:
      Row(
        "copy-markdown",
        .articles,
        "copy a Markdown link",
        keys: ["list,reader Y"],
        needs: [.article]
      ) { model, _ in model.copyMarkdown() }

    case .discover:
      Row(
        "discover",
        .discovery,
        "pick an article from the web",
        keys: ["all X", "discovery x", "discovery <space>"],
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
        keys: ["discovery <", "discovery K"],
        hint: "earlier"
      ) { model, _ in model.goInHistory(-1) }
    case .nextPick:
      Row(
        "next-pick",
        .discovery,
        "what was picked after it",
        keys: ["discovery >", "discovery J"],
        hint: "later"
      ) { model, _ in model.goInHistory(1) }
    case .savePick:
      Row(
        "save-pick",
        .discovery,
        "save what was picked",
        keys: ["discovery s", "discovery <enter>"],
        hint: "save",
        needs: [.writing, .pick]
      ) { model, _ in model.savePick() }
    case .blockSite:
      Row(
        "block-site",
        .discovery,
        "never pick from this site again",
        keys: ["discovery B"],
        hint: "block site",
        needs: [.pick]
      ) { model, _ in model.blockSite() }
    case .source:
      Row(
        "source",
        .discovery,
        "choose where to pick from, or change the sources",
        keys: ["discovery S"],
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
        keys: ["discovery c"],
        title: "Category",
        argument: .chosen("[NAME]", hint: "Enter chooses, Esc closes")
      ) { $0.chooseCategory($1) }
    case .refreshSources:
      Row("refresh-sources", .discovery, "ask the sources for what is new") { model, _ in
        model.refreshPools(everything: true)
        return .done
      }

    case .quit:
      Row("quit", .program, "quit at once", keys: ["all Q"]) { model, _ in
        model.quit()
        return .done
      }
    case .sidebar: Row("sidebar", .program, "show or hide the sidebar", keys: ["all \\"])
    case .commandLine:
      Row("command-line", .program, "type a command", keys: ["all :"], hint: "command")
    case .settings:
      Row(
        "settings",
        .program,
        "settings",
        argument: .chosen("[NAME VALUE]", hint: "Enter changes and keeps, Esc closes")
      ) { $0.keep($1) }
    case .set:
      Row("set", .program, "change a setting", argument: .required("NAME VALUE")) { $0.set($1) }
    case .bind: Row("bind", .program, "bind a key", argument: .required("PANE KEY COMMAND"))
    case .redraw: Row("redraw", .program, "draw the screen again", keys: ["all <C-l>"])
    case .suspend: Row("suspend", .program, "suspend", keys: ["all <C-z>"])
    case .help: Row("help", .program, "this help", keys: ["all ?"])
    }
  }
}
