import Foundation
import Glibc

/// An external program that is run without a shell and with a time limit.
struct ExternalProgram {
  /// The result of a program that has exited.
  struct Outcome {
    /// The exit code, or 128 plus the signal's number if a signal ended the program.
    let exitCode: Int32
    /// The beginning of the program's standard output.
    let output: String
    /// The last lines that the program wrote to standard error, joined into one line.
    let lastErrors: String
  }

  let name: String
  private let path: String

  /// Finds a program in the folders of `PATH`.
  ///
  /// - Parameter package: The name of the program's Debian package.
  /// - Throws: ``Failure`` with the code `unavailable` if the program is not installed.
  init(_ name: String, package: String, _ environment: [String: String]) throws {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else {
      throw Failure(
        .unavailable, code: "unavailable", "The program \(name) is not installed.",
        remedy: "On Debian and Ubuntu, install the package: sudo apt install \(package)")
    }
    self.name = name
    path = found
  }

  /// Runs the program and waits until it exits. If the task is cancelled or the time limit is
  /// exceeded, the program and its child processes are killed.
  ///
  /// - Parameter remedy: The advice shown after the time limit is exceeded.
  /// - Throws: `CancellationError` if the task is cancelled.
  /// - Throws: ``Failure`` for a program that cannot be started or exceeds the time limit.
  func run(
    _ arguments: [String], timeLimitSeconds limit: Double,
    remedy: String = "Set a longer time limit, such as `--time-limit 30min`."
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (output, errors) = (folder.file("output"), folder.file("errors"))
    let process = try start(arguments, output: output.path, errors: errors.path)
    let status = try await wait(for: process, limit, remedy)
    let signal = status & 0x7F
    return Outcome(
      exitCode: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: Self.text(of: output, last: false), lastErrors: Self.lastLines(of: errors))
  }

  /// Starts the program as the leader of a process group.
  private func start(_ arguments: [String], output: String, errors: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer {
      for word in words { free(word) }
    }
    var process: pid_t = 0
    let problem = posix_spawn(&process, path, &actions, &attributes, words, environ)
    guard problem == 0 else {
      throw Failure(
        .unavailable, code: "unavailable",
        "The program \(path) cannot be started (\(String(cString: strerror(problem)))).")
    }
    return process
  }

  /// Waits until a process ends, and returns its status.
  private func wait(
    for process: pid_t, _ limit: Double, _ remedy: String
  ) async throws -> Int32 {
    let end = ContinuousClock.now.advanced(by: .seconds(limit))
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status }
      guard ended >= 0 || errno == EINTR else {
        throw Failure(
          .inputOutput, code: "inputOutput",
          "The exit status of \(name) is unknown (\(String(cString: strerror(errno)))).")
      }
      do {
        try await Task.sleep(for: .milliseconds(10))
      } catch {
        Self.kill(process)
        throw error
      }
      guard ContinuousClock.now < end else {
        Self.kill(process)
        throw Failure(
          .inputOutput, code: "inputOutput",
          "\(name) was stopped, because it took longer than \(Int(limit)) s.",
          remedy: remedy)
      }
    }
  }

  private static func kill(_ process: pid_t) {
    Glibc.kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// The maximum number of bytes that are read from the program's output.
  private static let longestOutput = 1 << 20

  private static func text(of file: URL, last: Bool) -> String {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return "" }
    defer { try? handle.close() }
    let size = (try? handle.seekToEnd()) ?? 0
    let start = last && size > longestOutput ? size - UInt64(longestOutput) : 0
    try? handle.seek(toOffset: start)
    return String(decoding: (try? handle.read(upToCount: longestOutput)) ?? Data(), as: UTF8.self)
  }

  private static func lastLines(of file: URL) -> String {
    let lines = text(of: file, last: true).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      // After the reason, ogr2ogr lists all its formats.
      .filter { !$0.isEmpty && !$0.hasPrefix("-> `") }
    return String(lines.suffix(3).joined(separator: "; ").suffix(500))
  }
}
