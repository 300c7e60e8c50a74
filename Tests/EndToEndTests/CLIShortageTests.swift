import Foundation
import TestSupport
import Testing

/// Tests of the commands on full disks and under low resource limits.
@Suite struct CLIShortageTests {
  private let program: CLIProgram
  private let bytes: Data

  init() throws {
    program = try CLIProgram()
    bytes = try CommandTable.storeBytes()
    try bytes.write(to: program.folder.file("kept.store"))
  }

  private func words(_ run: CommandTable.Run, _ name: String) -> [String] {
    run.words.map { word in
      switch word {
      case "FILE": program.folder.file("\(name).out").path
      case "BACKUP": program.folder.file("kept.store").path
      default: word
      }
    }
  }

  private var runs: [(name: String, run: CommandTable.Run)] {
    CommandTable.runs.sorted { $0.key < $1.key }.filter { $0.value.use != .none }
      .map { ($0.key, $0.value) }
  }

  /// Expects that a command reads the store, or fails with a reason if it must write beside the
  /// store.
  private func expect(
    _ result: Subprocess, _ name: String, _ run: CommandTable.Run, store: URL, says reason: String
  ) throws {
    switch run.use {
    case .none, .readsAny, .reads: #expect(result.exitCode == 0, "\(name): \(result.errors)")
    case .changes, .creates:
      #expect([73, 74].contains(result.exitCode), "\(name): \(result.exitCode)")
      #expect(result.errors.contains(reason), "\(name): \(result.errors)")
      #expect(result.errors.contains(store.deletingLastPathComponent().path), "\(name)")
    }
    #expect(try Data(contentsOf: store) == bytes, "\(name)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: store.deletingLastPathComponent().path)
    #expect(Set(names).isSubset(of: ["filler", "t.store", "t.store.lock"]), "\(name): \(names)")
  }

  @Test(.enabled(if: SmallDisk.canMount, "no file system can be mounted here"))
  func `on a full disk, reading commands work and others report the full disk`() throws {
    try SmallDisk.with(bytes.count + 500_000) { folder in
      let store = folder.appending(path: "t.store")
      try bytes.write(to: store)
      try SmallDisk.fill(folder)
      for (name, run) in runs {
        let result = try program.run(
          words(run, name), standardInput: CommandTable.script,
          environment: ["CARTOGRAPHER_STORE": store.path])
        try expect(result, name, run, store: store, says: "disk is full")
      }
    }
  }

  @Test(.enabled(if: SmallDisk.canMount, "no file system can be mounted here"))
  func `on a full disk, opening an unclosed store works or reports the full disk`() throws {
    try SmallDisk.with(bytes.count + 4_000_000) { folder in
      let store = folder.appending(path: "t.store")
      try bytes.write(to: store)
      // The program is killed while it waits for the rest of its input, and its write-ahead log
      // gets pages.
      let script = """
        mkfifo "$1/pipe"
        "$0" import --store "$1/t.store" "$1/pipe" & job=$!
        exec 3> "$1/pipe"
        printf '<gpx version="1.1" creator="t"><wpt lat="1" lon="2"/>' >&3
        until [ -e "$1/t.store-wal" ]; do :; done
        kill -KILL $job; wait $job 2>/dev/null; rm "$1/pipe"
        head -c 65536 /dev/zero >> "$1/t.store-wal"; rm -f "$1/t.store-shm"
        """
      _ = try Subprocess.run("bash", ["-c", script, program.executable.path, folder.path])
      try SmallDisk.fill(folder)
      let result = try program.run("list", "--store", store.path)
      #expect([0, 74].contains(result.exitCode), "\(result.exitCode): \(result.errors)")
      if result.exitCode == 74 { #expect(result.errors.contains("disk is full")) }
    }
  }

  /// Runs the program under a `ulimit` of the shell.
  ///
  /// The output goes through a pipe, because the limit would also apply to a file.
  private func run(limit: String, _ words: [String], store: URL) throws -> Subprocess {
    let script = """
      (ulimit \(limit); exec "$0" "$@") 2>&1 </dev/null | cat >&2; exit ${PIPESTATUS[0]}
      """
    return try Subprocess.run(
      "bash", ["-c", script, program.executable.path] + words,
      environment: program.environment.merging(["CARTOGRAPHER_STORE": store.path]) { $1 },
      workingDirectory: PackageFiles.root)
  }

  @Test func `under a file size limit, reading commands work and others name the limit`() throws {
    let folder = program.folder.file("limited")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = folder.appending(path: "t.store")
    try bytes.write(to: store)
    // These commands write other files or read a script from the closed input, so they fail
    // differently.
    for (name, run) in runs
    where !["export", "store backup", "store restore", "run"].contains(name) {
      let result = try self.run(limit: "-f 4", words(run, name), store: store)
      try expect(result, name, run, store: store, says: "ulimit -f")
    }
  }

  @Test func `under a limit on open files, commands work or name the limit`() throws {
    let store = program.store
    for limit in [8, 10, 12, 14, 16] {
      for words in [["list"], ["show", "P1"], ["edit", "L1", "--name", "Here"]] {
        try bytes.write(to: store)
        let result = try run(limit: "-n \(limit)", words, store: store)
        #expect([0, 74].contains(result.exitCode), "\(limit) \(words): \(result.exitCode)")
        if result.exitCode == 74 {
          #expect(result.errors.contains("ulimit -n"), "\(limit) \(words): \(result.errors)")
        }
      }
    }
  }
}
