/// Rules on a whole source file: its length, its words, its place.
enum SourceFileRule {
  static let longestLines = 600

  /// A longer file says in the comment it begins with why it may have over 600 lines.
  static func lengthViolation(path: String, source: String) -> String? {
    let count = source.utf8.count { $0 == UInt8(ascii: "\n") }
    guard count > longestLines else { return nil }
    let header = source.split(separator: "\n", omittingEmptySubsequences: false).prefix {
      $0.hasPrefix("//") || $0.hasPrefix("/*") || $0.hasPrefix(" *")
    }
    guard !header.contains(where: { $0.contains("600 lines") }) else { return nil }
    return "\(path): \(count) lines, and its header does not say why it is over 600 lines"
  }

  /// Marks of unfinished work, in code and comments alike.
  static func unfinishedMarks(path: String, source: String) -> [String] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(/\b(?:TODO|FIXME|XXX|HACK)\b/.wordBoundaryKind(.simple)) }
      .map { "\(path):\($0.offset + 1): finish it or open an issue" }
  }

  /// The libraries under the program know nothing of it.
  static func programNamed(path: String, source: String) -> [String] {
    guard let module = path.split(separator: "/").first,
      ["Geodesy", "TerminalUI", "SwiftData", "SwiftDataMacros"].contains(module)
    else { return [] }
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.lowercased().contains("cartographer") }
      .map { "\(path):\($0.offset + 1): a library names the program" }
  }

  /// A folder is a noun of the domain; left-over files have no place.
  static func misplaced(path: String) -> String? {
    let parts = path.split(separator: "/")
    let vague = ["helpers", "utils", "utilities", "managers", "misc", "common", "shared"]
    if parts.dropLast().contains(where: { vague.contains($0.lowercased()) }) {
      return "\(path): a folder is a noun of the domain"
    }
    let name = parts.last ?? ""
    let leftOver = /.*(?:~|\.(?:orig|rej|bak|tmp|swp|log|o|profraw))|core(?:\.\d+)?/
    return name.wholeMatch(of: leftOver) != nil ? "\(path): a left-over file" : nil
  }

  /// Names at the top of the package that the design does not list.
  static func strayTopLevelNames(_ names: [String]) -> [String] {
    let known: Set<String> = [
      "Package.swift", "Package.resolved", "Makefile", "README.md", "LICENSE", "Sources", "Tests",
      "SampleData", "docs",
    ]
    return names.filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted()
  }
}
