import Foundation

/// The paths of files and folders that were dropped on the terminal. Terminals paste the paths as
/// text, quoted as for a shell or written as `file:` URLs, and separated by spaces or line breaks.
struct DroppedPaths: Equatable {
  let paths: [String]

  /// The maximum length, in bytes, of pasted text that is parsed as a list of paths.
  private static let longest = 64 * 1024

  /// Parses pasted text as a list of the paths of dropped files and folders. Fails if any part of
  /// the text is not an absolute path.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    var paths: [String] = []
    for line in text.split(whereSeparator: \.isNewline).map(String.init)
    where !line.allSatisfy(\.isWhitespace) {
      let words = ShellWords.split(line).compactMap(Self.path)
      if !words.isEmpty, words.count == ShellWords.split(line).count {
        paths += words
      } else if let path = Self.path(line) {
        // Some terminals paste a path with spaces without quotes.
        paths.append(path)
      } else {
        return nil
      }
    }
    guard !paths.isEmpty else { return nil }
    self.paths = paths
  }

  private static func path(_ word: String) -> String? {
    if word.hasPrefix("file://") {
      guard let url = URL(string: word), url.isFileURL, url.path.hasPrefix("/") else { return nil }
      return url.path
    }
    return word.hasPrefix("/") || word.hasPrefix("~/") ? word : nil
  }
}
