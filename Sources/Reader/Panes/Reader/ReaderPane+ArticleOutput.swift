import ReadingList

extension ReaderPane {
  private var output: ArticleOutput? {
    if let items = listedHighlights { return ArticleOutput(highlights: items) }
    if interface.isReaderMeant || interface.focus == .panel, let article = model.reader.article {
      var output = ArticleOutput(id: article.id)
      if let extent = selection?.extent, let text = model.reader.text,
        let bytes = text.bytes(of: extent)
      {
        let words = text.text(bytes)
        let lines = words.split(separator: "\n").map { ArticleBody.Inline.text(String($0)) }
        output.selection = .init(
          text: words, body: ArticleBody(blocks: lines.map { .paragraph([$0]) }))
      }
      if model.isDiscovering {
        output.unsaved = article
        output.unsavedBody = model.reader.body
      }
      return output
    }
    return (model.articles.target?.id).map { ArticleOutput(id: $0) }
  }

  func handOn(_ effect: (ArticleOutput) -> SessionState.Effect) -> CommandOutcome {
    guard let output else { return .refused("No article selected") }
    model.session.effects.append(effect(output))
    return .done
  }

  package func wrote(_ path: String) {
    endSelection()
    model.status = .info("Wrote \(path)")
  }

  /// A no opens the typed line again.
  package func askToOverwrite(_ path: String, typed line: String) {
    interface.show(.question(.overwriting(path, typed: line), Invocation(.write, line)))
  }

  func edit() -> CommandOutcome {
    guard let target = noteTarget else { return .refused("No article selected") }
    if let refusal = model.reader.refusal(toNote: target) { return .refused(refusal) }
    let (note, saved) = (model.reader.note(of: target), model.reader.savedNote(of: target))
    model.session.effects.append(.edit(target, note, over: saved))
    endSelection()
    return .done
  }

  package func noteWritten(_ target: NoteTarget, _ note: String, over before: String) {
    interface.show(model.reader.annotate(target, note, over: before))
  }
}
