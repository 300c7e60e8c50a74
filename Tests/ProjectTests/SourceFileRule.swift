/// The rules for whole source files: length, forbidden words and location.
enum SourceFileRule {
  static let maximumLines = 600

  /// Returns a violation if a file is longer than 600 lines without giving a reason.
  ///
  /// The comment at the start of a longer file must contain "600 lines" with the reason.
  static func lengthViolation(path: String, source: String) -> String? {
    let count = source.utf8.count { $0 == UInt8(ascii: "\n") }
    guard count > maximumLines else { return nil }
    let header = source.split(separator: "\n", omittingEmptySubsequences: false).prefix {
      $0.hasPrefix("//") || $0.hasPrefix("/*") || $0.hasPrefix(" *")
    }
    guard !header.contains(where: { $0.contains("600 lines") }) else { return nil }
    return "\(path): \(count) lines; its header must give the reason for more than 600 lines"
  }

  /// Returns the marks of unfinished work, such as TODO, in code and comments.
  static func unfinishedMarks(path: String, source: String) -> [String] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(/\b(?:TODO|FIXME|XXX|HACK)\b/.wordBoundaryKind(.simple)) }
      .map { "\(path):\($0.offset + 1): finish the work or open an issue" }
  }

  /// Returns the lines of a general-purpose library that name the program.
  static func programMentions(path: String, source: String) -> [String] {
    guard let module = path.split(separator: "/").first,
      ["Geodesy", "TerminalUI", "SwiftData", "SwiftDataMacros"].contains(module)
    else { return [] }
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.lowercased().contains("cartographer") }
      .map { "\(path):\($0.offset + 1): a general-purpose library must not name the program" }
  }

  /// Returns a violation for a vague folder name, such as utils, or for a left-over file.
  static func misplaced(path: String) -> String? {
    let parts = path.split(separator: "/")
    let vague = ["helpers", "utils", "utilities", "managers", "misc", "common", "shared"]
    if parts.dropLast().contains(where: { vague.contains($0.lowercased()) }) {
      return "\(path): name the folder after a term of the domain"
    }
    let name = parts.last ?? ""
    let leftOver = /.*(?:~|\.(?:orig|rej|bak|tmp|swp|log|o|profraw))|core(?:\.\d+)?/
    return name.wholeMatch(of: leftOver) != nil ? "\(path): delete this left-over file" : nil
  }

  /// Returns the unknown names at the top level of the package.
  static func strayTopLevelNames(_ names: [String]) -> [String] {
    let known: Set<String> = [
      "Package.swift", "Package.resolved", "Makefile", "README.md", "LICENSE", "Sources", "Tests",
      "SampleData", "docs",
    ]
    return names.filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted()
  }
}
