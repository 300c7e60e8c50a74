import Foundation
import TestSupport
import Testing

/// Tests of every command with missing or unreachable stores.
@Suite struct CLIUnreachableStoreTests {
  private let program: CLIProgram
  private let backup: URL
  private let output: URL

  init() throws {
    program = try CLIProgram()
    backup = program.folder.file("kept.store")
    try CommandTable.storeBytes().write(to: backup)
    output = program.folder.file("out.gpx")
  }

  private func words(_ run: CommandTable.Run) -> [String] {
    run.words.map { $0 == "FILE" ? output.path : $0 == "BACKUP" ? backup.path : $0 }
  }

  private func run(_ run: CommandTable.Run, store: URL) throws -> Subprocess {
    try program.run(
      words(run), standardInput: CommandTable.script,
      environment: ["CARTOGRAPHER_STORE": store.path])
  }

  @Test func `the command table contains a run of every command`() throws {
    #expect(try Set(CommandTable.names(program)) == Set(CommandTable.runs.keys))
  }

  @Test func `only commands that can start a library create a missing store`() throws {
    for (name, run) in CommandTable.runs.sorted(by: { $0.key < $1.key }) {
      let folder = program.folder.file("missing \(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let result = try self.run(run, store: folder.appending(path: "typo.store"))
      let isEmpty = try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
      switch run.use {
      case .none: #expect(result.exitCode == (name == "open" ? 64 : 0), "\(name): \(result.errors)")
      case .readsAny, .creates: #expect(result.exitCode == 0, "\(name): \(result.errors)")
      case .reads, .changes: #expect(result.exitCode == 66, "\(name): \(result.errors)")
      }
      #expect(isEmpty == (run.use != .creates), "\(name)")
    }
  }

  @Test func `a store path below a file exits with 66 for every command`() throws {
    let file = try program.folder.write("", to: "file")
    for (name, run) in CommandTable.runs.sorted(by: { $0.key < $1.key }) where run.use != .none {
      let result = try self.run(run, store: file.appending(path: "x.store"))
      #expect(result.exitCode == 66, "\(name): \(result.exitCode) \(result.errors)")
      #expect(result.output.isEmpty, "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test(.enabled(if: OtherUser.canRun, "\(OtherUser.absence)"))
  func `a store in an unsearchable folder exits with 77 for every command`() throws {
    let closed = program.folder.file("closed")
    try FileManager.default.createDirectory(
      at: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let store = closed.appending(path: "x.store")
    try CommandTable.storeBytes().write(to: store)
    try OtherUser.restrict(closed)
    for (name, run) in CommandTable.runs.sorted(by: { $0.key < $1.key }) where run.use != .none {
      let result = try OtherUser.run(
        program, words(run), standardInput: CommandTable.script, store: store)
      #expect(result.exitCode == 77, "\(name): \(result.exitCode) \(result.errors)")
      #expect(result.output.isEmpty, "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test(.enabled(if: OtherUser.canRun, "\(OtherUser.absence)"))
  func `creating a store in a read-only folder exits with 77`() throws {
    let closed = program.folder.file("closed")
    try FileManager.default.createDirectory(
      at: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    try OtherUser.restrict(closed, to: 0o555)
    for (name, run) in CommandTable.runs.sorted(by: { $0.key < $1.key }) where run.use == .creates {
      let result = try OtherUser.run(
        program, words(run), standardInput: CommandTable.script,
        store: closed.appending(path: "x.store"))
      #expect(result.exitCode == 77, "\(name): \(result.exitCode) \(result.errors)")
    }
  }

  @Test func `an export of a missing or empty store keeps the existing file`() throws {
    let target = try program.folder.write("mine", to: "all.gpx")
    let missing = try program.run(
      "export", "--store", program.folder.file("typo.store").path, "-o", target.path, "--force")
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("There is no store at"))
    let empty = program.folder.file("empty.store").path
    try program.run("group", "create", "Walks", "--store", empty)
    let result = try program.run("export", "--store", empty, "-o", target.path, "--force")
    #expect(result.exitCode == 66, "\(result.errors)")
    #expect(try program.run("export", "--store", empty).output.isEmpty)
    #expect(try String(contentsOf: target, encoding: .utf8) == "mine")
  }

  @Test func `a configuration path below a file exits with 66`() throws {
    let file = try program.folder.write("", to: "config")
    let result = try program.run(["config"], environment: ["XDG_CONFIG_HOME": file.path])
    #expect(result.exitCode == 66, "\(result.errors)")
    #expect(result.errors.contains("cartographer/config.toml cannot be accessed"))
  }

  @Test(.enabled(if: OtherUser.canRun, "\(OtherUser.absence)"))
  func `an unreadable configuration file exits with 77`() throws {
    for path in ["a/cartographer/config.toml", "b/cartographer/config.toml"] {
      try program.folder.write("units = \"metric\"\n", to: path)
    }
    try OtherUser.restrict(program.folder.file("a/cartographer/config.toml"))
    try OtherUser.restrict(program.folder.file("b/cartographer"))
    for folder in ["a", "b"] {
      let result = try OtherUser.run(
        program, ["config"], environment: ["XDG_CONFIG_HOME": program.folder.file(folder).path])
      #expect(result.exitCode == 77, "\(folder): \(result.errors)")
    }
  }
}
