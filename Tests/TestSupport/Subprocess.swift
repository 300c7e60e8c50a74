import Foundation

/// The result of a program that was run to its end without a shell.
///
/// The program's output goes to files and not to pipes, so that large output cannot block it.
package struct Subprocess: Sendable {
  /// The exit code, or 128 plus the signal's number if a signal ended the program.
  package let exitCode: Int32
  package let standardOutput: Data
  package let standardError: Data

  /// Standard output as text, with invalid UTF-8 repaired.
  package var output: String { String(decoding: standardOutput, as: UTF8.self) }

  /// Standard error as text, with invalid UTF-8 repaired.
  package var errors: String { String(decoding: standardError, as: UTF8.self) }

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is searched in `PATH`.
  ///   - environment: Variables to add to the environment; an empty value removes one.
  ///   - timeoutSeconds: The time after which the program is killed.
  /// - Throws: ``TestSupportError`` if the program cannot be started, or with its output so far if
  ///   it ran out of time.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    workingDirectory: URL? = nil, standardInput: Data = Data(), timeoutSeconds: Double = 60
  ) throws -> Subprocess {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let output = try stream(folder.file("stdout"), Data())
    let errors = try stream(folder.file("stderr"), Data())
    let input = try stream(folder.file("stdin"), standardInput)

    // Foundation keeps the process and its handles after the end, so they are closed here.
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
      throw TestSupportError(code: .missing, message: "\(program) cannot be started", cause: error)
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
          \(program) \(arguments) was killed after \(timeoutSeconds) s. Its output:
          \(result.output)\(result.errors)
          """)
    }
    return result
  }

  private static func stream(_ file: URL, _ contents: Data) throws -> FileHandle {
    try contents.write(to: file)
    return try FileHandle(forUpdating: file)
  }

  /// Returns the path of a program.
  ///
  /// - Throws: ``TestSupportError`` if no folder of `PATH` contains the program.
  private static func located(_ program: String) throws -> String {
    if program.contains("/") { return program }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let candidates = folders.map { "\($0)/\(program)" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw TestSupportError(code: .missing, message: "there is no program \(program) in PATH")
    }
    return found
  }
}
