import CNcurses
import TerminalKit

/// Makes of two frames the bytes that turn one into the other on the terminal.
///
/// Curses is not asked: it has no words for colors beyond those of a description, nor for links, and what
/// has changed is known here already.
struct FrameWriter {
  /// Sets styles.
  var styles: StyleWriter
  /// What the terminal can do.
  var traits: TerminalTraits
  /// What is on the terminal; nil when that is not known.
  private var shown: Screen?
  private var isCursorVisible: Bool?

  init(styles: StyleWriter, traits: TerminalTraits) {
    self.styles = styles
    self.traits = traits
  }

  /// Nothing is known any more of what is on the terminal.
  mutating func forget() {
    shown = nil
    isCursorVisible = nil
    styles.forget()
  }

  /// Changes what roles look like; everything is drawn again.
  mutating func setTheme(_ theme: Theme) {
    styles.theme = theme
    shown = nil
  }

  /// With fewer bytes nobody would see what scrolling saves.
  private static let worthScrolling = 400

  /// The bytes that show a frame in a window, as far as it fits in; none where nothing has changed.
  mutating func bytes(showing screen: Screen, in window: Size) -> String {
    let old = shown?.size == screen.size ? shown : nil
    var best = ScreenDiff(traits: traits, styles: styles, window: window)
    best.draw(screen, over: old)
    if let old, best.out.utf8.count > Self.worthScrolling, screen.size == window {
      for scroll in traits.scrolls(from: old, to: screen) {
        var other = ScreenDiff(traits: traits, styles: styles, window: window)
        guard other.scroll(scroll) else { continue }
        other.draw(screen, over: scroll.applied(to: old))
        if other.out.utf8.count < best.out.utf8.count { best = other }
      }
    }
    if let cursor = screen.cursor, cursor != old?.cursor || !best.out.isEmpty,
      cursor.row < window.rows, cursor.column < window.columns
    {
      best.move(to: Point(column: max(0, cursor.column), row: max(0, cursor.row)))
    }
    var out = best.out
    if screen.isCursorVisible != isCursorVisible {
      out += StyleWriter.sequence(screen.isCursorVisible ? "cnorm" : "civis") ?? ""
      isCursorVisible = screen.isCursorVisible
    }
    styles = best.styles
    shown = screen
    return out
  }
}

/// What of a terminal bears on how frames are written.
struct TerminalTraits {
  /// Whether the locale can show more than ASCII.
  let isUnicode: Bool
  /// Whether it takes links; older ones print them.
  let takesLinks: Bool
  /// Whether part of its columns can be scrolled (DECSLRM).
  var hasMargins = false
  /// What erases the rest of a row.
  let eraseToEnd: String?
  /// Whether erasing gives cells the background in effect.
  let erasesWithColor: Bool
  /// Whether a character in the last cell scrolls the screen.
  let lastCellScrolls: Bool
  /// Whether some rows can be scrolled.
  let scrolls: Bool

  /// Those of the terminal that is described at the moment.
  init(isUnicode: Bool, takesLinks: Bool) {
    self.isUnicode = isUnicode
    self.takesLinks = takesLinks
    eraseToEnd = StyleWriter.sequence("el")
    erasesWithColor = luego_flag("bce")
    lastCellScrolls = luego_flag("am") && !luego_flag("xenl")
    scrolls = ["csr", "ind", "ri"].allSatisfy { StyleWriter.sequence($0) != nil }
  }
}
