import CartographerCore
import Geodesy

/// The kind of text that was pasted outside a text field.
enum PastedText: Equatable {
  /// The content of a file in the given format.
  case file(FileFormat)
  /// Paths that the terminal inserted as pasted text when files or folders were dropped on it.
  case paths([String])
  /// Coordinates, one pair per line.
  case coordinates([Coordinate])
  /// Lines of coordinates, including at least one invalid line. The associated value is the number
  /// of the first invalid line, counted from 1.
  case strayLine(Int)
  /// More than ``mostLines`` lines of coordinates.
  case tooManyLines
  case other

  /// The maximum length, in bytes, of a line that is parsed as coordinates or as a link.
  private static let longestLine = CoordinateParser.linkLengthLimit
  /// The maximum number of pasted coordinate lines.
  static let mostLines = 10_000

  /// Classifies pasted text.
  ///
  /// Text that could be either coordinates or a table, such as `46.1, 7.2`, is classified as
  /// coordinates.
  ///
  /// - Parameter coordinate: A closure that returns a line's coordinate, or nil for other text.
  /// - Complexity: O(*n*) for a text of *n* bytes.
  init(_ text: String, coordinate: (String) -> Coordinate?) {
    if Self.rootElement(of: text) == "gpx" {
      self = .file(.gpx)
      return
    }
    var found: [Coordinate] = []
    var stray: Int?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.prefix(Self.mostLines).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      if line.utf8.count <= Self.longestLine,
        let position = coordinate(String(line))
      {
        found.append(position)
      } else {
        stray = stray ?? number + 1
      }
    }
    let isClean = stray == nil && !found.isEmpty && lines.count <= Self.mostLines
    if isClean {
      self = .coordinates(found)
    } else if let paths = DroppedPaths(text)?.paths {
      self = .paths(paths)
    } else if let format = ImportableFile.format(ofText: text) {
      self = .file(format)
    } else if found.isEmpty {
      self = .other
    } else if stray == nil, lines.count > Self.mostLines {
      self = .tooManyLines
    } else {
      self = stray.map(PastedText.strayLine) ?? .coordinates(found)
    }
  }

  /// Returns the name of an XML document's root element, without the namespace prefix. Returns nil
  /// if the text is not XML.
  private static func rootElement(of text: String) -> Substring? {
    var rest = Substring(text)
    func end(_ mark: String) -> Bool {
      guard let range = rest.firstRange(of: mark) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      if rest.hasPrefix("<?") {
        guard end("?>") else { return nil }
      } else if rest.hasPrefix("<!--") {
        guard end("-->") else { return nil }
      } else if rest.hasPrefix("<!") {
        guard end(">") else { return nil }
      } else {
        break
      }
    }
    guard rest.first == "<" else { return nil }
    let name = rest.dropFirst().prefix { !$0.isWhitespace && !">/".contains($0) }
    return name.split(separator: ":").last
  }
}
