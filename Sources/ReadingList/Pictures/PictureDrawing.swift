/// A picture of an article, as its file's name describes it.
package struct StoredPicture: Hashable, Sendable {
  package let name: PictureName
  /// Where its file is.
  package let path: String

  /// Puts the two together.
  package init(name: PictureName, path: String) {
    self.name = name
    self.path = path
  }
}

/// A picture as it is to be drawn in cells.
package struct PictureDrawing: Hashable, Sendable {
  /// Color modes of cells, mostly named as in `chafa`.
  package enum Colors: String, CaseIterable, Sendable {
    /// None: dots, more of them where it is lighter.
    case none
    /// None on a light ground: more dots where it is darker.
    case noneOnLight = "none-on-light"
    case eight = "8"
    case sixteen = "16"
    case cube = "256"
    case full
  }

  package let picture: StoredPicture
  package let columns: Int
  package let rows: Int
  package let colors: Colors

  /// Says what is to be drawn.
  package init(_ picture: StoredPicture, columns: Int, rows: Int, colors: Colors) {
    self.picture = picture
    self.columns = columns
    self.rows = rows
    self.colors = colors
  }
}
