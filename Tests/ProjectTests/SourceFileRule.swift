/// The rules for whole source files: length, forbidden words and location.
enum SourceFileRule {
  /// Returns a violation if a Swift test is longer than 300 lines, or another file is longer than
  /// 600 lines without giving a reason.
  ///
  /// The comment at the start of a longer file must contain "600 lines" with the reason.
  static func lengthViolation(path: String, source: String) -> String? {
    let count = source.utf8.count { $0 == UInt8(ascii: "\n") }
    if path.hasPrefix("Tests/"), path.hasSuffix(".swift") {
      return count > 300 ? "\(path): \(count) lines; split tests of more than 300 lines" : nil
    }
    guard count > 600 else { return nil }
    let header = source.split(separator: "\n", omittingEmptySubsequences: false).prefix {
      $0.hasPrefix("//") || $0.hasPrefix("/*") || $0.hasPrefix(" *")
    }
    guard !header.contains(where: { $0.contains("600 lines") }) else { return nil }
    return "\(path): \(count) lines; its header must give the reason for more than 600 lines"
  }

  /// Returns the comment lines that have more than 100 columns. The formatter does not break them.
  static func longComments(in file: SourceFile) -> [String] {
    var found: [String] = []
    for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    where line.utf8.count > 100 && line.count > 100 {
      guard line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
      found.append("\(file.path):\(number + 1): break the comment after at most 100 columns")
    }
    return found
  }

  /// Returns the marks of unfinished work, such as TODO, in code and comments.
  static func unfinishedMarks(in file: SourceFile) -> [String] {
    unfinished.parts(of: file.text).map {
      "\(file.path):\($0.lineNumber): finish the work or open an issue"
    }
  }

  private static let unfinished = Pattern(#"\b(?:TODO|FIXME|XXX|HACK)\b"#)

  /// Returns the lines of a general-purpose library that name the program.
  static func programMentions(in file: SourceFile) -> [String] {
    guard let module = file.path.split(separator: "/").first,
      ["Geodesy", "TerminalUI", "SwiftData", "SwiftDataMacros"].contains(module)
    else { return [] }
    return program.parts(of: file.text).map {
      "\(file.path):\($0.lineNumber): a general-purpose library must not name the program"
    }
  }

  private static let program = Pattern("(?i)cartographer")

  /// Returns the string literals of a library that name an option or a command of the command line.
  static func commandLineMentions(in file: SourceFile) -> [String] {
    guard let module = file.path.split(separator: "/").first,
      ["GeoFormats", "CartographerCore"].contains(module)
    else { return [] }
    return option.parts(of: file.code.literals).map {
      """
      \(file.path):\($0.lineNumber): the editor shows this text too, so it must not name an option \
      or a command of the command line
      """
    }
  }

  private static let option = Pattern(#"(?<![^\s`'(]) --[a-z] | `cartographer\ [a-z]"#)

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
      "Package.swift", "Package.resolved", "Makefile", "README.md", "LICENSE", "Packaging",
      "Resources", "SampleData", "Sources", "Tests", "dist", "docs",
    ]
    return names.filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted()
  }
}
