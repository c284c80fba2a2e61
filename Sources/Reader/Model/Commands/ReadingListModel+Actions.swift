import Library
import ReadingServices

extension ReadingListModel {
  func act(_ invocation: Invocation) -> CommandOutcome? {
    let argument = invocation.argument
    switch invocation.command {
    case .nextUnread: return reader.goToNextUnread()
    case .filter: return list.filter(by: argument)
    case .widen: return route.widen()
    case .clearFilter: route.clearFilter()
    case .go: return route.go(to: argument)
    case .sort: return list.sort(by: argument)
    case .view: return views.useView(argument)
    case .saveView: return views.saveView(argument)
    case .random: return route.openRandom(within: argument)
    case .continueReading: route.continueReading()
    case .mark: list.toggleMark()
    case .markRange: list.toggleRange()
    case .markAll: list.toggleAllMarks()
    case .nextArticle: return reader.openNeighbor(1)
    case .previousArticle: return reader.openNeighbor(-1)
    case .archive: return articles.toggleArchived()
    case .favorite: return articles.toggleFavorite()
    case .toggleRead: return articles.toggleRead(argument)
    case .readAll: return articles.readAll()
    case .tag: return articles.changeTags(argument, adding: true)
    case .untag: return articles.changeTags(argument, adding: false)
    case .renameTag: return articles.renameTag(argument)
    case .removeTag: return articles.removeTag(argument)
    case .editTitle: return articles.changeTitle(argument)
    case .editURL: return articles.changeURL(argument)
    case .welcome: return articles.addWelcome()
    case .add: return articles.add(argument)
    case .delete: return articles.toggleDeleted()
    case .purge: return articles.purge(articles.targetIDs)
    case .emptyTrash: return articles.emptyTrash()
    case .mergeDuplicates: return articles.mergeMarked()
    case .undo: return putBackOverruled() ?? articles.takeBack(.undo)
    case .redo: return articles.takeBack(.redo)
    case .refetch: return articles.refetchTarget()
    case .refetchFailed: return fetches.failed()
    case .fetchArchived: return articles.fetchArchived()
    case .openInBrowser: return articles.openInBrowser(argument)
    case .openInBrowserAndArchive: return articles.openInBrowser("", archives: true)
    case .copyURL: return articles.copyURL(argument)
    case .copyMarkdown: return articles.share(as: "markdown")
    case .share: return articles.share(as: argument)
    case .discover: route.discover()
    case .previousPick: return route.goInHistory(-1)
    case .nextPick: return route.goInHistory(1)
    case .savePick: return discovery.savePick()
    case .blockSite: return discovery.blockSite()
    case .source: return discovery.useSources(argument)
    case .category: return discovery.choose(.category, argument)
    case .refreshSources: discovery.refreshPools(everything: true)
    case .sync: return sync.start(argument)
    case .quit: quit()
    case .theme: return keep("theme \(argument)")
    case .set where Settings.Name(rawValue: argument) != nil: return .needsArgument
    case .settings, .set: return keep(argument)
    default: return nil
    }
    return .done
  }
}
