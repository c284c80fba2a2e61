package import ReadingListModel

extension Command {
  /// The keys of a preset, each as in a `bind` line: `PANE[,PANE] KEYS`, and the argument that they give.
  package func keys(in preset: Preset) -> [String] {
    switch preset {
    case .vim: vimKeys
    case .newsboat: newsboatKeys ?? vimKeys
    case .gmail: gmailKeys ?? vimKeys
    }
  }

  /// Whether a number typed before its keys says how often, or which.
  var takesCount: Bool {
    switch self {
    case .down, .up, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .scrollReaderDown, .scrollReaderUp, .nextHeading, .previousHeading, .nextParagraph,
      .previousParagraph, .findNext, .findPrevious, .selectRight, .selectLeft, .nextWord,
      .previousWord, .nextSentence, .previousSentence, .jumpBack, .jumpForward:
      true
    default: false
    }
  }

  private var vimKeys: [String] {
    switch self {
    case .down: ["all j", "all <down>"]
    case .up: ["all k", "all <up>"]
    case .top: ["all gg", "all <home>"]
    case .bottom: ["all G", "all <end>"]
    case .halfPageDown: ["all <C-d>"]
    case .halfPageUp: ["all <C-u>"]
    case .pageDown: ["all <C-f>", "all <pagedown>", "reader <space>"]
    case .pageUp: ["all <C-b>", "all <pageup>", "reader b"]
    case .paneLeft: ["all h", "all <left>"]
    case .paneRight: ["all l", "all <right>"]
    case .nextPane: ["all <tab>"]
    case .previousPane: ["all <S-tab>"]
    case .back: ["all q"]
    case .cancel: ["all <esc>"]
    case .interrupt: ["all <C-c>"]
    case .find: ["all /", "list f"]
    case .findNext: ["all n"]
    case .findPrevious: ["all N"]
    case .nextUnread: ["list ]"]
    case .previousUnread: ["list ["]
    case .filter: ["list +"]
    case .ranking: ["list ~"]
    case .widen: ["list W"]
    case .clearFilter: ["list F"]
    case .go:
      [
        "sidebar,list,discovery 1 1", "sidebar,list,discovery 2 2", "sidebar,list,discovery 3 3",
        "sidebar,list,discovery 4 4", "sidebar,list,discovery 5 5", "sidebar,list,discovery 6 6",
        "sidebar,list,discovery 7 7", "sidebar,list,discovery 8 8", "sidebar,list,discovery 9 9",
        "all g1 1", "all g2 2", "all g3 3", "all g4 4", "all g5 5", "all g6 6", "all g7 7",
        "all g8 8", "all g9 9", "all gi all", "all gf favorites", "all ga archived",
        "all gd discovery", "all gp progress", "all gt #", "all gl",
      ]
    case .sort: ["list S"]
    case .random: ["all x"]
    case .foldTag: ["sidebar <space>"]
    case .continueReading: ["sidebar,list c"]
    case .mark: ["list <space>"]
    case .markRange: ["list v"]
    case .markAll: ["list V"]
    case .scrollReaderDown: ["list J"]
    case .scrollReaderUp: ["list K"]
    case .nextArticle: ["reader J"]
    case .previousArticle: ["reader K"]
    case .nextHeading: ["reader ]"]
    case .previousHeading: ["reader ["]
    case .nextParagraph: ["reader,selection }"]
    case .previousParagraph: ["reader,selection {"]
    case .select: ["reader,selection v"]
    case .selectRight: ["selection l", "selection <right>"]
    case .selectLeft: ["selection h", "selection <left>"]
    case .nextWord: ["selection w"]
    case .previousWord: ["selection b"]
    case .nextSentence: ["selection )"]
    case .previousSentence: ["selection ("]
    case .otherEnd: ["selection o"]
    case .copyText: ["selection,highlights y"]
    case .highlight:
      [
        "reader,selection,panel,highlights H", "selection,panel,highlights 1 yellow",
        "selection,panel,highlights 2 green", "selection,panel,highlights 3 blue",
        "selection,panel,highlights 4 pink",
      ]
    case .annotate: ["reader,selection,panel,highlights c"]
    case .removeHighlight: ["selection,highlights d"]
    case .openPicture: ["reader gx"]
    case .fetchPictures: ["reader P"]
    case .followLink: ["reader f"]
    case .linkMenu: ["reader,panel F"]
    case .openSaved, .readHere: []
    case .jumpBack: ["reader <C-o>", "reader <A-left>"]
    case .jumpForward: ["reader <A-right>"]
    case .edit: ["list,reader,selection,panel E"]
    case .write: ["list,reader w"]
    case .pipe: ["list,reader,selection |"]
    case .shell: ["all !"]
    case .links: ["reader L"]
    case .contents: ["reader gT"]
    case .notes: ["reader gn"]
    case .messages: ["all gm"]
    case .panelHeight: ["panel + +1", "panel - -1"]
    case .inspector: ["all i"]
    case .paneWidths: ["all ="]
    case .zen: ["list,reader z"]
    case .open: ["sidebar,list,panel <enter>"]
    case .archive: ["list,reader e"]
    case .favorite: ["list,reader s"]
    case .toggleRead: ["list,reader m"]
    case .tag: ["list,reader t"]
    case .untag: ["list,reader T"]
    case .add: ["all a"]
    case .delete: ["list,reader d"]
    case .purge: ["list,reader D"]
    case .mergeDuplicates: ["list M"]
    case .undo: ["all u"]
    case .redo: ["all <C-r>"]
    case .refetch: ["list,reader r"]
    case .refetchFailed: ["list,reader R"]
    case .openInBrowser: ["list,reader o"]
    case .openInBrowserAndArchive: ["list,reader O"]
    case .copyURL: ["list,reader y"]
    case .copyMarkdown: ["list,reader Y"]
    case .discover: ["all X", "discovery x"]
    case .previousPick: ["discovery <", "discovery K"]
    case .nextPick: ["discovery >", "discovery J"]
    case .savePick: ["discovery s", "discovery <enter>"]
    case .blockSite: ["discovery B"]
    case .source: ["discovery S"]
    case .category: ["discovery c"]
    case .refreshSources, .fetchArchived, .share, .emptyTrash: []
    case .quit: ["all Q"]
    case .statistics: ["all gs"]
    case .importFile, .sync: []
    case .activity: ["all gj"]
    case .sidebar: ["all \\"]
    case .commandLine: ["all :"]
    case .palette: ["all <C-p>"]
    case .saveView: ["list gv"]
    case .view, .renameTag, .removeTag, .theme,
      .configProblems, .archiveAndNext, .readAll, .editTitle, .editURL, .welcome:
      []
    case .settings: ["all ,"]
    case .set, .tagColor: []
    case .bind: []
    case .redraw: ["all <C-l>"]
    case .suspend: ["all <C-z>"]
    case .help: ["all ?"]
    }
  }

  /// Where newsboat's keys differ; nil for those that do not.
  private var newsboatKeys: [String]? {
    switch self {
    case .nextArticle: ["reader n", "reader J"]
    case .previousArticle: ["reader p", "reader K"]
    case .findNext: ["all <C-n>", "list n"]
    case .findPrevious: ["all <C-x>", "list p"]
    case .toggleRead: ["list,reader N"]
    case .links: ["reader u"]
    case .undo: ["all U"]
    case .delete: ["list,reader D"]
    case .purge: []
    case .find: ["all /", "list F"]
    case .clearFilter: ["list <C-l>"]
    case .redraw: []
    case .removeHighlight: ["selection,highlights d", "highlights D"]
    case .readAll: ["sidebar,list A"]
    // There it marks as read.
    case .openInBrowserAndArchive: []
    default: nil
    }
  }

  /// Where Gmail's keys differ; nil for those that do not.
  private var gmailKeys: [String]? {
    switch self {
    case .open: ["sidebar,list,panel <enter>", "sidebar,list o"]
    case .openInBrowser: ["list,reader <C-o>"]
    case .jumpBack: ["reader <A-left>"]
    case .back: ["all q", "reader u"]
    case .undo: ["all z"]
    case .zen: ["list,reader Z"]
    case .delete: ["list,reader #"]
    case .removeHighlight: ["selection d", "highlights #"]
    case .mark: ["list x", "list <space>"]
    case .markAll: ["list *a"]
    case .cancel: ["all <esc>", "list *n"]
    case .random: ["all ;"]
    case .tag: ["list,reader l", "list,reader t"]
    case .paneRight: ["all <right>", "sidebar l"]
    case .toggleRead: ["list,reader I read", "list,reader U unread"]
    case .add: ["all a", "sidebar,list,reader c"]
    case .annotate: ["reader C", "selection,panel,highlights c"]
    case .continueReading: ["sidebar,list C"]
    case .nextArticle: ["reader j", "reader J"]
    case .previousArticle: ["reader k", "reader K"]
    case .findNext: ["list,discovery n", "reader <C-n>"]
    case .findPrevious: ["list,discovery N", "reader <C-x>"]
    case .down: ["all <down>", "sidebar,list j", "reader n"]
    case .up: ["all <up>", "sidebar,list k", "reader p"]
    default: nil
    }
  }
}
