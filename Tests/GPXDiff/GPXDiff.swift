import Foundation
import GPXCompare

/// `gpxdiff LEFT RIGHT`: whether two GPX files say the same, by the rule of the round trip.
///
/// Ends 0 when they do, 1 when they differ, 2 when a file cannot be read.
@main
enum GPXDiff {
  static let usage = """
    usage: gpxdiff [--quiet] [--limit N] LEFT RIGHT
    Compares two GPX files by the rule of the round trip (docs/formats/gpx.md). Each difference is
    a line: the path, the lines in both files, and what differs; the first N of them (100;
    1000 at most). Ends 0 when nothing differs, 1 when something does, 2 when a file cannot be read.
    """

  static func main() {
    var files: [String] = []
    var limit = 100
    var isQuiet = false
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--quiet": isQuiet = true
      case "--limit":
        guard let number = arguments.popFirst().flatMap({ Int($0) }), number >= 0 else {
          fail(usage)
        }
        limit = number
      case "--help", "-h":
        print(usage)
        exit(0)
      default: files.append(argument)
      }
    }
    guard files.count == 2 else { fail(usage) }
    let comparison = GPXComparison(tree(files[0]), tree(files[1]))
    if !isQuiet {
      for difference in comparison.differences.prefix(limit) { print(difference) }
      if comparison.count > min(limit, comparison.differences.count) {
        print("\(comparison.count) differences in all")
      }
    }
    exit(comparison.areEqual ? 0 : 1)
  }

  private static func tree(_ path: String) -> XMLTree {
    do {
      return try XMLTree(file: URL(filePath: path))
    } catch {
      fail("gpxdiff: \(path): \(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
