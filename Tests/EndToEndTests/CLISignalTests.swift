import Foundation
import TestSupport
import Testing

/// Tests of the files that remain after the program is ended by a signal.
@Suite struct CLISignalTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  private func bash(_ script: String, _ words: [String] = []) throws -> Subprocess {
    try Subprocess.run(
      "bash", ["-c", script, program.executable.path] + words, environment: program.environment,
      workingDirectory: program.folder.url)
  }

  private var siblings: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: program.folder.url.path))?
      .filter { $0.hasPrefix("t.store") && $0 != "t.store" && $0 != "t.store.lock" } ?? []
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `an import ended by a signal leaves no write-ahead log`(signal: String, code: Int) throws {
    let script = """
      set -m
      mkfifo pipe
      "$0" import - < pipe & job=$!
      exec 3> pipe
      printf '<gpx version="1.1" creator="t"><wpt lat="1" lon="2"/>' >&3
      until [ -e t.store-wal ]; do :; done
      kill -\(signal) $job
      wait $job; echo $?
      """
    let before = try program.run("list", "places").output
    #expect(try bash(script).output.hasSuffix("\(code)\n"))
    #expect(siblings == [])
    #expect(try program.run("list", "places").output == before)
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func `a command ended by a signal at any moment leaves no write-ahead log`(
    signal: String, code: Int
  ) throws {
    // The waits reach beyond the end of the commands, so that some runs are not interrupted.
    let script = """
      set -m
      for wait in 0 0.005 0.01 0.015 0.02 0.03 0.04 0.06 0.08 0.1 0.15 0.2; do
        for words in "list" "edit L1 --name X$wait" "stats"; do
          "$0" $words > /dev/null 2>&1 & job=$!
          sleep $wait; kill -\(signal) $job 2>/dev/null
          wait $job; echo $?
        done
      done
      """
    let result = try bash(script)
    let codes = Set(result.output.split(separator: "\n").compactMap { Int($0) })
    #expect(codes.isSubset(of: [0, code]), "\(codes)")
    #expect(codes.contains(code))
    #expect(siblings == [])
  }

  @Test func `a signal ignored by the parent process stays ignored`() throws {
    let script = """
      set -m
      mkfifo pipe
      (trap '' HUP; exec "$0" import - < pipe) & job=$!
      exec 3> pipe
      printf '<gpx version="1.1" creator="t"><wpt lat="1" lon="2"/>' >&3
      until [ -e t.store-wal ]; do :; done
      kill -HUP $job
      printf '</gpx>' >&3; exec 3>&-
      wait $job; echo $?
      """
    #expect(try bash(script).output.hasSuffix("0\n"))
  }

  @Test func `an import that waits for its input does not block other writers`() throws {
    let script = """
      mkfifo pipe
      "$0" import - < pipe & job=$!
      exec 3> pipe
      printf '<gpx version="1.1" creator="t"><wpt lat="1" lon="2"><name>Late</name></wpt>' >&3
      until [ -e t.store-wal ]; do :; done
      "$0" edit L1 --name Meanwhile; echo $?
      printf '</gpx>' >&3; exec 3>&-
      wait $job; echo $?
      "$0" list places Late
      """
    let result = try bash(script)
    let codes = result.output.split(separator: "\n").filter { Int($0) != nil }
    #expect(codes == ["0", "0"], "\(result.output)\(result.errors)")
    #expect(!result.errors.contains("try again"), "\(result.errors)")
    #expect(result.output.contains("Late"))
    #expect(result.output.contains("1 place"))
  }

  @Test func `endless input of an unknown format is refused at once`() throws {
    for device in ["/dev/zero", "/dev/urandom"] {
      #expect(try program.run("import", device).exitCode == 65, "\(device)")
    }
    #expect(try bash("yes | \"$0\" import -").exitCode == 65)
  }

  // MARK: Files left by SIGKILL

  /// Runs a command many times and kills each run a little later, then runs another command to its
  /// end.
  private func runAfterKills(of words: String, then last: String) throws -> Subprocess {
    let script = """
      for wait in 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.12 0.15; do
        timeout -s KILL $wait "$0" \(words) >/dev/null 2>&1
      done
      "$0" \(last)
      """
    return try bash(script)
  }

  @Test func `temporary files of killed backups are removed by the next backup`() throws {
    let target = program.folder.file("backups")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let leftover = target.appending(path: "a.store.\(UUID().uuidString).tmp")
    try Data("SQLite format 3".utf8).write(to: leftover)
    let unrelated = target.appending(path: "mine.tmp")
    try Data().write(to: unrelated)
    let result = try runAfterKills(
      of: "store backup -o backups/$wait.store", then: "store backup -o backups/whole.store")
    #expect(result.exitCode == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: target.path)
    #expect(names.contains("whole.store") && names.contains("mine.tmp"))
    #expect(names.allSatisfy { $0.hasSuffix(".store") || $0 == "mine.tmp" }, "\(names)")
    for name in names where name.hasSuffix(".store") {
      #expect(
        try program.run("store", "check", "--store", target.appending(path: name).path).exitCode
          == 0, "\(name)")
    }
  }

  @Test func `temporary backup files beside the store are removed by the next run`() throws {
    let backup = program.folder.file(
      "t.store.v3.0.0-20260101T000000Z.manual.backup.\(UUID().uuidString).tmp")
    try Data().write(to: backup)
    let result = try runAfterKills(of: "store backup", then: "list")
    #expect(result.exitCode == 0)
    #expect(siblings.allSatisfy { $0.hasSuffix(".backup") }, "\(siblings)")
  }

  @Test func `private copies of killed migration dry runs are removed by the next run`() throws {
    let temporary = program.folder.file("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let old = program.folder.file("old.store")
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("stores/cartographer-1.0.0.store"), to: old)
    for name in ["cartographer", "dryRun"] {
      let folder = temporary.appending(path: "\(name)-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(count: 10).write(to: folder.appending(path: "copy.store"))
    }
    let unrelatedFolder = temporary.appending(path: "cartographer-of-mine")
    try FileManager.default.createDirectory(at: unrelatedFolder, withIntermediateDirectories: true)
    let script = """
      export TMPDIR="$PWD/tmp"
      for wait in 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.12 0.15; do
        timeout -s KILL $wait "$0" store migrate --dry-run --store old.store >/dev/null 2>&1
      done
      "$0" list >/dev/null
      """
    #expect(try bash(script).exitCode == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        .filter { !$0.hasPrefix(".") } == ["cartographer-of-mine"])
  }
}
