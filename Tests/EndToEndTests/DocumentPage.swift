import Foundation
import TestSupport

/// A page of the manual, or the README, with its links and code blocks.
struct DocumentPage {
  struct Block {
    /// The word after the opening fence, such as `console`; empty for indented code.
    let language: String
    var lines: [String]
    /// The index of the block's first line of code in the page.
    let start: Int
  }

  let url: URL
  private(set) var lines: [String]
  private(set) var blocks: [Block] = []

  var name: String { url.lastPathComponent }

  init(_ url: URL) throws {
    self.url = url
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    var open: Block?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), lines: [], start: index + 1)
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("    ") {
        blocks.append(Block(language: "", lines: [String(line.dropFirst(4))], start: index))
      }
    }
  }

  /// The README and all pages of the manual.
  static func all() throws -> [DocumentPage] {
    let folder = PackageFiles.root.appending(path: "docs/manual")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try [DocumentPage(PackageFiles.root.appending(path: "README.md"))]
      + names.filter { $0.hasSuffix(".md") }.sorted().map {
        try DocumentPage(folder.appending(path: $0))
      }
  }

  /// The lines outside of code blocks.
  var prose: [String] {
    let code = Set(blocks.flatMap { $0.start..<$0.start + $0.lines.count })
    return lines.enumerated().filter { !code.contains($0.offset) }.map(\.element)
  }

  /// The targets of the page's links and pictures.
  var targets: [String] {
    prose.flatMap { line in
      line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        + line.matches(of: /(?:src|srcset)="([^"]+)"/).map { String($0.1) }
    }
  }

  /// The anchors of the page's headings, as web sites and the program derive them.
  var anchors: [String] {
    prose.filter { $0.hasPrefix("#") }.map { line in
      let heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      return String(
        heading.compactMap { letter -> Character? in
          if letter == " " || letter == "-" { return "-" }
          return letter.isLetter || letter.isNumber || letter == "_" ? letter : nil
        })
    }
  }

  /// The lines of code that begin with the program's name, also inside running text.
  var commandLines: [String] {
    let code = blocks.filter { !["swift", "toml", "json"].contains($0.language) }.flatMap(\.lines)
    let inline = prose.flatMap { $0.matches(of: /`(cartographer [^`]+)`/).map { String($0.1) } }
    return (code + inline).flatMap { line in
      line.matches(of: /(?:^|\$ |\| |&& )(cartographer .*)/).map { String($0.1) }
    }
  }

  // MARK: Sessions

  /// A command of a block with recorded output, and the lines that it printed.
  struct Step {
    let command: String
    let output: [String]
  }

  /// Returns the commands of a `console` block with their recorded output.
  static func steps(of block: Block) -> [Step] {
    var steps: [Step] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: []))
      } else if let last = steps.popLast() {
        steps.append(Step(command: last.command, output: last.output + [line]))
      }
    }
    return steps
  }

  /// Returns whether an output has the recorded lines. The line `…` stands for any lines.
  static func isMatch(_ output: [String], _ recorded: [String]) -> Bool {
    guard let gap = recorded.firstIndex(of: "…") else { return output == recorded }
    let (head, tail) = (recorded[..<gap], recorded[(gap + 1)...])
    return output.count >= head.count + tail.count && output.starts(with: head)
      && output.suffix(tail.count).elementsEqual(tail)
  }

  /// Replaces the lines of a block. Blocks must be replaced from the last to the first.
  mutating func replace(_ block: Block, with new: [String]) {
    lines.replaceSubrange(block.start..<block.start + block.lines.count, with: new)
  }

  func write() throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
  }
}
