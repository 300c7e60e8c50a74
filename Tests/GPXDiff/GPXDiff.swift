import Foundation
import GPXCompare

/// The program `gpxdiff LEFT RIGHT`, which compares two GPX files by the rule of the round trip.
///
/// It exits with 0 if the files are equivalent, with 1 if they differ, and with 2 if a file cannot
/// be read.
@main
enum GPXDiff {
  static let usage = """
    usage: gpxdiff [--quiet] [--limit N] LEFT RIGHT
    Compares two GPX files by the rule of the round trip (docs/formats/gpx.md). Each difference is
    printed on a line with the path of the element, the line numbers in both files and the change.
      --limit N  The number of differences to print (default: 100; at most 1000).
      --quiet    Print nothing; only set the exit code.
    The exit code is 0 if the files are equivalent, 1 if they differ, and 2 if a file cannot be read.
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
