import Foundation
import TestSupport
import Testing

@Suite struct CLIStoreTests {
  /// Returns a program whose store was written by an old version.
  private func program(version: String) throws -> CLIProgram {
    let program = try CLIProgram()
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("stores/cartographer-\(version).store"), to: program.store)
    return program
  }

  private func siblings(_ program: CLIProgram) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path).sorted()
  }

  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "6.0.0"])
  func `a command that opens an old store migrates it first and reports it in one line`(
    version: String
  ) throws {
    let program = try program(version: version)
    let before = try program.json("store", "info")
    let result = try program.run("list")
    #expect(result.exitCode == 0)
    let line = result.errors
    let start = "Migrated the store from version \(version) to 7.0.0; backup: "
    #expect(line.hasPrefix(start + program.folder.url.path))
    #expect(line.filter { $0 == "\n" }.count == 1)
    let backup = try #require(line.dropLast().split(separator: "backup: ").last)
    #expect(FileManager.default.fileExists(atPath: String(backup)))
    let after = try program.json("store", "info")
    for count in ["locations", "paths", "waypoints", "groups", "memberships"] {
      #expect(before[count] as? Int == after[count] as? Int, "\(count)")
    }
    #expect(before["latest"] as? Bool == false)
    #expect(after["latest"] as? Bool == true)
    #expect(try program.run("list").errors.isEmpty)
  }

  @Test func `info, check and backup leave an old store unchanged`() throws {
    let program = try program(version: "1.0.0")
    let bytes = try Data(contentsOf: program.store)
    #expect(try program.json("store", "info")["schemaVersion"] as? String == "1.0.0")
    #expect(try program.json("store", "check")["ok"] as? Bool == true)
    let dryRun = try program.json("store", "migrate", "--dry-run")
    #expect(dryRun["from"] as? String == "1.0.0")
    #expect(dryRun["to"] as? String == "7.0.0")
    #expect((dryRun["stages"] as? [Any])?.count == 6)
    let copy = program.folder.file("copy.store").path
    #expect(try program.run("store", "backup", "-o", copy).exitCode == 0)
    #expect(try Data(contentsOf: program.store) == bytes)
    #expect(
      try program.json("store", "info", "--store", copy)["schemaVersion"] as? String == "1.0.0")
  }

  @Test func `the repair of an old store is refused with the command that migrates it`() throws {
    let program = try program(version: "3.0.0")
    let (code, error) = try program.failure("store", "check", "--repair")
    #expect(code == 64)
    let remedy = try #require(error["remedy"] as? String)
    #expect(remedy == "To migrate the store: cartographer store migrate")
    #expect(try program.run("store", "migrate").exitCode == 0)
    #expect(try program.run("store", "check", "--repair").exitCode == 0)
  }

  @Test func `a migration reports the numbers of migrated links`() throws {
    let program = try program(version: "1.0.0")
    let report = try program.json("store", "migrate")
    let links = report["links"] as? [[String: Any]] ?? []
    #expect(!links.isEmpty)
    // The migration adds the levels of detail of each path.
    for link in links where link["name"] as? String != "PathDetail.path" {
      #expect(link["before"] as? Int == link["after"] as? Int)
    }
    #expect(FileManager.default.fileExists(atPath: report["backup"] as? String ?? ""))
    #expect((try program.json("store", "migrate")["stages"] as? [Any])?.isEmpty == true)
  }

  @Test func `store restore returns a store to the state of a backup`() throws {
    let program = try CLIProgram.withSampleTrip()
    let listing = try program.run("list", "--json").output
    let backup = try #require(try program.json("store", "backup")["backup"] as? String)
    try program.run("delete", "P1", "P2")
    #expect(try program.run("list", "--json").output != listing)
    #expect(try program.run("store", "restore", backup).exitCode == 0)
    #expect(try program.run("list", "--json").output == listing)
  }

  /// Makes the store and its folder read-only.
  ///
  /// The user of ``runAsOther(_:_:)`` is not their owner and therefore cannot write to them.
  private func makeReadOnly(_ program: CLIProgram) throws {
    for (path, mode) in [(program.store, 0o444), (program.folder.url, 0o555)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.path)
    }
  }

  private static let asOther = ["--reuid=65534", "--clear-groups"]

  private func runAsOther(_ program: CLIProgram, _ words: [String]) throws -> Subprocess {
    try Subprocess.run(
      "setpriv", Self.asOther + [program.executable.path] + words,
      environment: program.environment)
  }

  /// Returns whether another user can run the program, and prints that the test is skipped if not.
  private func canRunAsOther(_ program: CLIProgram) -> Bool {
    let probe = try? Subprocess.run(
      "setpriv", Self.asOther + [program.executable.path, "--version"])
    if probe?.exitCode == 0 { return true }
    print("read-only store: skipped, no other user can run the program here")
    return false
  }

  @Test func `a read-only store can be read, and writing to it exits with 77`() throws {
    let program = try CLIProgram.withSampleTrip()
    guard canRunAsOther(program) else { return }
    try makeReadOnly(program)
    let before = try siblings(program)
    for words in [["list"], ["show", "P1"], ["map"], ["stats"]] {
      let result = try runAsOther(program, words)
      #expect(result.exitCode == 0, "\(words): \(result.errors)")
    }
    #expect(try runAsOther(program, ["export"]).output.contains("<trkpt"))
    #expect(try runAsOther(program, ["add", "place", "x", "1", "2"]).exitCode == 77)
    #expect(try runAsOther(program, ["undo"]).exitCode == 77)
    #expect(try siblings(program) == before)
  }

  @Test func `an old read-only store is read from a migrated copy`() throws {
    let program = try program(version: "1.0.0")
    guard canRunAsOther(program) else { return }
    try makeReadOnly(program)
    let before = try siblings(program)
    let bytes = try Data(contentsOf: program.store)
    let result = try runAsOther(program, ["list"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("山の旅"))
    #expect(result.errors.contains("1.0.0"))
    #expect(try runAsOther(program, ["add", "place", "x", "1", "2"]).exitCode == 77)
    #expect(try siblings(program) == before)
    #expect(try Data(contentsOf: program.store) == bytes)
  }

  @Test func `several processes can write to one store at the same time`() throws {
    let program = try CLIProgram()
    try program.run("group", "create", "Shared")
    let script = """
      for n in 1 2 3 4; do
        ( for m in 1 2 3; do "$0" add place "$n-$m" 45 6 --group Shared -- >/dev/null || exit; done ) &
      done
      for job in $(jobs -p); do wait "$job" || exit; done
      """
    let result = try Subprocess.run(
      "bash", ["-c", script, program.executable.path], environment: program.environment)
    #expect(result.exitCode == 0, "\(result.errors)")
    let places = try program.json("list", "places")["locations"] as? [[String: Any]]
    #expect(Set((places ?? []).compactMap { $0["name"] as? String }).count == 12)
    #expect(try program.json("store", "check")["ok"] as? Bool == true)
  }

  @Test func `opening a store locked by another program exits with 75`() throws {
    let program = try program(version: "1.0.0")
    let script = """
      exec 9<> "$1.lock"
      flock -s 9
      "$0" list; echo "exit $?"
      "$0" store restore "$1"; echo "exit $?"
      """
    let backup = program.folder.file("copy.store")
    try FileManager.default.copyItem(at: program.store, to: backup)
    let result = try Subprocess.run(
      "bash", ["-c", script, program.executable.path, program.store.path],
      environment: program.environment)
    #expect(result.output.contains("exit 75"))
    #expect(try program.json("store", "info")["schemaVersion"] as? String == "1.0.0")
  }

  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0", "7.0.0"])
  func `a store of any version can be exported`(version: String) throws {
    let program = try program(version: version)
    let result = try program.run("export")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.output.contains("</gpx>"))
  }
}
