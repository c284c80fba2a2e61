import Reader
import ReadingList

extension Driver {
  /// The topmost box; nil if there is none, or if a line is being typed.
  var box: Box? { interface.overlays.last as? Box }

  /// The selectable rows of the topmost box, as its search finds them.
  var boxRows: [ListRow] {
    guard let list = box?.list else { return [] }
    return list.found.map { list.rows[$0] }
  }
}

extension Driver {
  /// The number of articles or highlights for each facet.
  var facetCounts: [String: Int] {
    Dictionary(uniqueKeysWithValues: model.facets.map { ($0.part, $0.count) })
  }
}

extension Box {
  /// The command that this menu belongs to.
  var command: Command? { if case .menu(let invocation) = kind { invocation.command } else { nil } }
}

extension Driver {
  /// The views that the effects so far have saved in the file of changed settings.
  var keptViews: [ViewList.Line] {
    get throws {
      try model.takeEffects().flatMap { effect -> [ViewList.Line] in
        guard case .keep(let lines) = effect else { return [] }
        return try lines.compactMap { try ViewList.Line(parsing: String($0.dropFirst(5))) }
      }
    }
  }
}
