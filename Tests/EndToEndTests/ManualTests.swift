import Foundation
import TestSupport
import Testing

/// Tests of the README and the manual: links, commands and recorded outputs.
@Suite struct ManualTests {
  @Test func `every link of the manual leads to an existing file and heading`() throws {
    for page in try DocumentPage.all() {
      for target in page.targets where !target.contains("://") {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? page.url : page.url.deletingLastPathComponent().appending(path: String(parts[0]))
        guard FileManager.default.fileExists(atPath: file.path) else {
          Issue.record("\(page.name): there is no file \(target)")
          continue
        }
        if parts.count > 1 {
          let anchors = try DocumentPage(file.standardizedFileURL).anchors
          #expect(anchors.contains(String(parts[1])), "\(page.name): no heading for \(target)")
        }
      }
    }
  }

  @Test func `the index of the manual leads to every page`() throws {
    let pages = try DocumentPage.all()
    let index = try #require(pages.first { $0.url.path.hasSuffix("docs/manual/README.md") })
    let names = pages.map(\.name).filter { $0 != "README.md" }
    #expect(Set(index.targets).isSuperset(of: names), "\(names)")
  }

  @Test func `every command in the README and the manual exists`() throws {
    let verbs = try CommandTable.names(try CLIProgram())
    let families = Set(
      verbs.filter { $0.contains(" ") }.compactMap { $0.split(separator: " ").first })
    var checked = 0
    for page in try DocumentPage.all() {
      for line in page.commandLines {
        let words = line.split(separator: " ").dropFirst()
        guard let verb = words.first, verb.allSatisfy({ $0.isLowercase }) else { continue }
        let next = words.dropFirst().first ?? ""
        let isFamily = families.contains(verb)
        let isKnown =
          isFamily
          ? verbs.contains("\(verb) \(next)") || !next.allSatisfy(\.isLowercase) || next.isEmpty
          : verbs.contains(String(verb))
        #expect(isKnown, "\(page.name): \(line)")
        checked += 1
      }
    }
    #expect(checked > 50)
  }

  /// The names of the pages with commands to run.
  static let pages = try! DocumentPage.all().filter { page in
    page.blocks.contains { ["console", "sh"].contains($0.language) }
  }.map(\.name)

  @Test(arguments: pages)
  func `the commands of each page run one after the other and print the recorded output`(
    name: String
  ) throws {
    var page = try #require(try DocumentPage.all().first { $0.name == name })
    let world = try world(for: page)
    var recorded: [(DocumentPage.Block, [String])] = []
    for block in page.blocks {
      if block.language == "sh" {
        let script = "set -e\n" + block.lines.joined(separator: "\n")
        let result = try world.shell(script)
        #expect(result.exitCode == 0, "\(name): \(block.lines)\n\(result.errors)")
      } else if block.language == "console" {
        var lines: [String] = []
        for step in DocumentPage.steps(of: block) {
          let result = try world.shell("exec 2>&1\n" + step.command)
          var output = try world.program.normalized(result.output).components(separatedBy: "\n")
          if output.last == "" { output.removeLast() }
          lines.append("$ \(step.command)")
          #expect(!result.output.contains("Usage: cartographer"), "\(name): \(step.command)")
          let isMatch = DocumentPage.isMatch(output, step.output)
          lines += isMatch ? step.output : output
          if !Golden.isRecording {
            #expect(isMatch, "\(name): \(step.command)\n\(output.joined(separator: "\n"))")
          }
        }
        recorded.append((block, lines))
      }
    }
    guard Golden.isRecording else { return }
    for (block, lines) in recorded.reversed() { page.replace(block, with: lines) }
    try page.write()
  }

  // MARK: The world of a page

  private struct World {
    let program: CLIProgram

    func shell(_ script: String) throws -> Subprocess {
      var environment = program.environment
      environment["PATH"] = "\(program.folder.url.path)/bin:/usr/local/bin:/usr/bin:/bin"
      return try Subprocess.run(
        "/bin/bash", ["-c", script], environment: environment,
        workingDirectory: program.folder.url)
    }
  }

  /// Returns a folder with the sample files and a store with the sample trip. The store is empty if
  /// the page begins with an import.
  private func world(for page: DocumentPage) throws -> World {
    let world = World(program: try CLIProgram())
    let folder = world.program.folder
    try FileManager.default.createDirectory(
      at: folder.file("bin"), withIntermediateDirectories: true)
    for (name, target) in [
      ("bin/cartographer", world.program.executable),
      ("SampleData", PackageFiles.root.appending(path: "SampleData")),
    ] {
      try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: target)
    }
    let first = page.blocks.first { ["console", "sh"].contains($0.language) }?.lines.first ?? ""
    if !first.contains("cartographer import") {
      let result = try world.shell(
        "cartographer import SampleData/*.gpx --group 'Three days in the Alps' --quiet")
      #expect(result.exitCode == 0, "\(result.errors)")
    }
    return world
  }
}
