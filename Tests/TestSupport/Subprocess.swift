import Foundation

/// A program run to its end, without a shell, with everything it said.
///
/// Its output goes through files and not through pipes, so that no amount of it can block either
/// side.
package struct Subprocess: Sendable {
  /// The exit code; 128 + the signal's number when a signal ended it.
  package let exitCode: Int32
  package let standardOutput: Data
  package let standardError: Data

  /// Standard output as text, ill-formed UTF-8 repaired.
  package var output: String { String(decoding: standardOutput, as: UTF8.self) }

  /// Standard error as text, ill-formed UTF-8 repaired.
  package var errors: String { String(decoding: standardError, as: UTF8.self) }

  /// Runs `program` and waits for its end.
  ///
  /// - Parameters:
  ///   - program: An absolute path, or a name to look for in `PATH`.
  ///   - environment: Set on top of this process's own; an empty value removes the variable.
  ///   - timeoutSeconds: After these it is killed.
  /// - Throws: ``TestSupportError`` when it cannot be started or ran out of time (the message
  ///   then has what it wrote so far).
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    workingDirectory: URL? = nil, standardInput: Data = Data(), timeoutSeconds: Double = 60
  ) throws -> Subprocess {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let output = try stream(folder.file("stdout"), Data())
    let errors = try stream(folder.file("stderr"), Data())
    let input = try stream(folder.file("stdin"), standardInput)

    // Not left to the handles' ends: a process that has ended is kept, and they with it.
    defer { for handle in [input, output, errors] { try? handle.close() } }

    let process = Process()
    process.executableURL = URL(filePath: try located(program))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { _, given in given }.filter { !$0.value.isEmpty }
    process.currentDirectoryURL = workingDirectory
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      throw TestSupportError(code: .missing, message: "cannot start \(program)", cause: error)
    }
    let isLate = ended.wait(timeout: .now() + timeoutSeconds) == .timedOut
    if isLate {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    let result = Subprocess(
      exitCode: process.terminationReason == .uncaughtSignal
        ? 128 + process.terminationStatus : process.terminationStatus,
      standardOutput: try Data(contentsOf: folder.file("stdout")),
      standardError: try Data(contentsOf: folder.file("stderr")))
    guard !isLate else {
      throw TestSupportError(
        code: .timedOut,
        message: """
          \(program) \(arguments) was still running after \(timeoutSeconds) s; it had written
          \(result.output)\(result.errors)
          """)
    }
    return result
  }

  private static func stream(_ file: URL, _ contents: Data) throws -> FileHandle {
    try contents.write(to: file)
    return try FileHandle(forUpdating: file)
  }

  /// - Throws: ``TestSupportError`` when no folder of `PATH` has the program.
  private static func located(_ program: String) throws -> String {
    if program.contains("/") { return program }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let candidates = folders.map { "\($0)/\(program)" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw TestSupportError(code: .missing, message: "no program \(program) in PATH")
    }
    return found
  }
}
