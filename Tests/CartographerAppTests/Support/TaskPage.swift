import Foundation
import TerminalUI
import TestSupport

/// The tasks of `docs/manual/tasks.md`, with the keys that the page gives for each of them.
struct TaskPage {
  struct Task {
    let title: String
    /// The keys of each run of the editor.
    let runs: [[KeyStroke]]
    /// The number of keys given by name.
    let keys: Int
    /// The number of characters given in quotes.
    let letters: Int
  }

  /// A row of the table at the top of the page.
  struct Count: Equatable {
    let title: String
    let keys: Int
    let letters: Int
  }

  private(set) var tasks: [Task] = []
  private(set) var table: [Count] = []

  init() throws {
    let page = try String(
      contentsOf: PackageFiles.root.appending(path: "docs/manual/tasks.md"), encoding: .utf8)
    var title: String?
    var lines: [Substring] = []
    func endTask() throws {
      guard let title else { return }
      tasks.append(try Self.task(title, lines))
      lines = []
    }
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") {
        try endTask()
        title = String(line.dropFirst(3))
      } else if line.hasPrefix("    ") {
        lines.append(line.dropFirst(4))
      } else if let row = line.wholeMatch(of: /\| \[(.+)\]\(#.+\) \| (\d+) \| (\d*) ?\|/) {
        table.append(
          Count(title: String(row.1), keys: Int(row.2) ?? 0, letters: Int(row.3) ?? 0))
      }
    }
    try endTask()
  }

  private static func task(_ title: String, _ lines: [Substring]) throws -> Task {
    var runs: [[KeyStroke]] = [[]]
    var keys = 0
    var letters = 0
    for line in lines {
      guard line != "$ cartographer" else {
        runs.append([])
        continue
      }
      for (position, part) in line.split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated()
      {
        if position.isMultiple(of: 2) {
          for word in part.split(separator: " ") {
            guard let stroke = KeyStroke(notation: String(word)) else {
              throw TestSupportError(
                code: .unreadable, message: "\(title): “\(word)” is not a valid key")
            }
            runs[runs.count - 1].append(stroke)
            keys += 1
          }
        } else {
          runs[runs.count - 1] += part.map { KeyStroke($0) }
          letters += part.count
        }
      }
    }
    return Task(title: title, runs: runs, keys: keys, letters: letters)
  }
}
