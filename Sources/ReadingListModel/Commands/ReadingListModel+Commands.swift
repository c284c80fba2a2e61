import ReadingServices
import ArticleStore
import Discovery
package import ReadingList

extension ReadingListModel {
  /// Whether a command exists in this session: what changes the library is not there when it is
  /// read-only.
  package func isAvailable(_ command: Command) -> Bool {
    !(isReadOnly && command.row.changesLibrary)
  }

  /// Does what a command means beyond the screen.
  ///
  /// - Returns: whether the command was the model's to do; the rest (scrolling, overlays, panes) is
  ///   the view's.
  package func perform(_ invocation: Invocation) -> Bool {
    let command = invocation.command
    guard isAvailable(command) else {
      status = .error(readOnlyReason ?? "The library is read-only")
      return true
    }
    switch command {
    case .open: openCurrent()
    case .nextArticle: openNeighbor(1)
    case .previousArticle: openNeighbor(-1)
    case .clearFilter: clearFilter()
    case .go: go(to: invocation.argument)
    case .sort:
      guard let order = Order(rawValue: invocation.argument) else {
        if invocation.argument.isEmpty { return false }
        let known = Order.allCases.map(\.rawValue).joined(separator: ", ")
        status = .error("There is no order “\(invocation.argument)”; there are \(known)")
        return true
      }
      sort(by: order)
    case .random: openRandom()
    case .discover: discover()
    case .previousPick: goInHistory(-1)
    case .nextPick: goInHistory(1)
    case .savePick: savePick()
    case .blockSite: blockSite()
    case .source:
      let words = invocation.argument.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { return false }
      if words.count == 1 {
        chooseSource(String(words[0]))
      } else {
        changeSources(invocation.argument)
      }
    case .category:
      if invocation.argument.isEmpty { return false }
      change(.category, to: invocation.argument)
    case .refreshSources: refreshPools(everything: true)
    case .archive: toggleArchived()
    case .favorite: toggleFavorite()
    case .toggleRead: toggleRead()
    case .delete: toggleDeleted()
    case .purge: purgeTargets()
    case .mergeDuplicates: mergeMarked()
    case .mark: toggleMark()
    case .markRange: toggleRange()
    case .markAll: toggleAllMarks()
    case .tag, .untag:
      if invocation.argument.isEmpty { return false }
      changeTags(invocation.argument, adding: command == .tag)
    case .add:
      if invocation.argument.isEmpty { return false }
      add(invocation.argument)
    case .undo: undo()
    case .redo: redo()
    case .refetch: refetchTarget()
    case .refetchFailed: refetchFailed()
    case .openInBrowser: sendTarget { .openInBrowser($0.url) }
    case .openInBrowserAndArchive:
      sendTarget { .openInBrowser($0.url) }
      if targets.allSatisfy({ !$0.membership.isArchived }) { toggleArchived() }
    case .copyURL:
      if sendTarget({ .copy($0.url) }) { status = .info("Copied the address") }
    case .copyMarkdown:
      if sendTarget({ .copy("[\($0.title)](\($0.url))") }) {
        status = .info("Copied a Markdown link")
      }
    case .set:
      do throws(CommandError) { try settings.set(line: invocation.argument) } catch {
        status = .error(error.message)
      }
    case .quit: quit()
    default: return false
    }
    return true
  }

  @discardableResult
  private func sendTarget(_ effect: (ArticleSummary) -> Effect) -> Bool {
    let picked = isDiscovering ? discovery.current.map { ArticleSummary($0.picked.article) } : nil
    guard let target = picked ?? target else {
      status = .info("There is no article here")
      return false
    }
    pendingEffects.append(effect(target))
    return true
  }

  /// Ends the program as soon as everything is written.
  package func quit() {
    savePosition()
    service.cancelFetches()
    discoveryService.cancel()
    isQuitting = true
  }

  /// The article to offer at the start: the one most recently read and not finished.
  package var articleToContinue: ArticleSummary? {
    guard snapshot.count(of: .inProgress) > 0 else { return nil }
    return snapshot.rows(in: .inProgress, order: .recentlyRead).first.map { snapshot[$0] }
  }
}

extension ReadingListModel {
  /// Gives an effect to whoever can run it.
  package func send(_ effect: Effect) { pendingEffects.append(effect) }

  /// Changes a setting and has it kept in the config file.
  package func change(_ name: Settings.Name, to value: String) {
    do throws(CommandError) {
      try settings.set(name, to: value)
      pendingEffects.append(.keepSetting(name, value))
    } catch { status = .error(error.message) }
  }
}
