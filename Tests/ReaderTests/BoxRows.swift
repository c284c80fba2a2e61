import Reader

extension Driver {
  /// The box in front; nil where none is, or a line is typed.
  var box: Box? { interface.overlays.last as? Box }

  /// The rows on which the cursor of the box in front can stand, as they are found.
  var boxRows: [ListRow] {
    guard let list = box?.list else { return [] }
    return list.found.map { list.rows[$0] }
  }
}

extension Box {
  /// The command whose menu it is.
  var command: Command? { if case .menu(let invocation) = kind { invocation.command } else { nil } }
}
