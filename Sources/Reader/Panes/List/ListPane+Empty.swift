import ReadingList
import Terminal

extension ListPane {
  var emptyState: EmptyState {
    let place = model.navigation.place
    if model.library.isBeingRead { return EmptyState("Reading the library…") }
    if model.list.isReadingHighlights { return EmptyState("Reading the highlights…") }
    let isTyping = interface.overlays.last?.isOnBar == true
    // While a line is typed, begins with the key that leaves it.
    func action(_ words: String, _ command: Command) -> Chip {
      let keys = interface.keys(of: command, in: contexts)
      let typed = command == .clearFilter ? "Esc" : "Enter then " + keys
      return Chip(isTyping ? typed : keys, words, .command(command))
    }
    if let problem = model.list.filterProblem {
      return EmptyState(
        "Invalid filter", lines: [problem.message],
        actions: (isTyping ? [] : [action("change", .find)]) + [action("clear", .clearFilter)])
    }
    let view = model.navigation.view
    if view.listsHighlights, place.filter.isEmpty {
      let keys = "\(interface.keys(of: .select, in: [.reader])) selects text in an article, "
      return EmptyState(
        "No Highlights",
        lines: [keys + "\(interface.keys(of: .highlight, in: [.selection])) highlights it"])
    }
    if !place.filter.isEmpty {
      let isEverywhere = view == .everything
      var lines = [isEverywhere ? "in your library" : "in \(view.name)"]
      if let percent = model.search.indexedPercent {
        lines.append("Texts are still being indexed: \(percent)%")
      }
      return EmptyState(
        "No match for “\(place.filter.bounded(.words))”", lines: lines,
        actions: (isEverywhere ? [] : [action("search everything", .widen)]) + [
          action("clear", .clearFilter)
        ])
    }
    switch view.filter {
    case .readingList:
      let add = interface.keys(of: .add, in: [.list, .all])
      let isNew = model.isEmpty && model.offers(.welcome)
      return EmptyState(
        "Hola! Add your first article.", lines: ["Press \(add) here, or run luego add URL"],
        actions: [action("Inspire Me", .discover)]
          + (isNew ? [action("add a few articles", .welcome)] : []))
    case .favorites:
      return EmptyState("No Favorites", lines: ["Articles you favorite will appear here"])
    case .archived:
      return EmptyState("No Archived Articles", lines: ["Archived articles will appear here"])
    case .discovery, nil: break
    }
    if let tag = view.tag { return EmptyState("No articles tagged #\(tag)") }
    return switch view {
    case .trash: EmptyState("Trash is empty", lines: ["Deleted articles wait here"])
    case .inProgress:
      EmptyState("Nothing in progress", lines: ["Articles you are reading will appear here"])
    case .failed: EmptyState("Nothing failed")
    case _ where model.isEmpty: EmptyState("The library is empty")
    default:
      EmptyState(
        "No articles in “\(view.name)”",
        lines: [view.written(narrowedBy: Query(), order: .newest)].filter { !$0.isEmpty })
    }
  }
}
