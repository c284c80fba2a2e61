import Reader
import ReadingList

extension Driver {
  /// The box in front; nil where none is, or a line is typed.
  var box: Box? { interface.overlays.last as? Box }

  /// The rows on which the cursor of the box in front can stand, as they are found.
  var boxRows: [ListRow] {
    guard let list = box?.list else { return [] }
    return list.found.map { list.rows[$0] }
  }
}

extension Driver {
  /// How many articles or highlights each facet has.
  var facetCounts: [String: Int] {
    Dictionary(uniqueKeysWithValues: model.facets.map { ($0.part, $0.count) })
  }
}

extension Box {
  /// The command whose menu it is.
  var command: Command? { if case .menu(let invocation) = kind { invocation.command } else { nil } }
}

extension Driver {
  /// The views that the effects so far save in the file of changed settings.
  var keptViews: [ViewList.Line] {
    get throws {
      try model.takeEffects().flatMap { effect -> [ViewList.Line] in
        guard case .keep(let lines) = effect else { return [] }
        return try lines.compactMap { try ViewList.Line(parsing: String($0.dropFirst(5))) }
      }
    }
  }
}
