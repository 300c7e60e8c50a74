import Foundation
import TestSupport

/// The built program with a separate store, home folder and environment for each test.
struct CLIProgram {
  let folder: TemporaryDirectory
  let executable: URL
  var environment: [String: String]

  init() throws {
    folder = try TemporaryDirectory()
    executable = try PackageFiles.executable("cartographer")
    environment = [
      "HOME": folder.url.path, "TZ": "UTC", "CARTOGRAPHER_STORE": folder.file("t.store").path,
      "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "NO_COLOR": "",
      "COLUMNS": "", "TERM": "dumb",
    ]
  }

  /// Creates a program and imports a GPX file with the given content.
  init(importing tracks: String) throws {
    try self.init()
    let file = folder.file("tracks.gpx")
    try tracks.write(to: file, atomically: true, encoding: .utf8)
    try run("import", file.path)
  }

  var store: URL { folder.file("t.store") }

  /// Runs the program in the package's folder, so that `SampleData/…` is a valid path.
  @discardableResult
  func run(
    _ arguments: String..., standardInput: String = "", environment: [String: String] = [:]
  ) throws -> Subprocess {
    try run(arguments, standardInput: standardInput, environment: environment)
  }

  @discardableResult
  func run(
    _ arguments: [String], standardInput: String = "", environment: [String: String] = [:]
  ) throws -> Subprocess {
    try Subprocess.run(
      executable.path, arguments,
      environment: self.environment.merging(environment) { _, given in given },
      workingDirectory: PackageFiles.root, standardInput: Data(standardInput.utf8))
  }

  /// Runs a command with `--json` and returns the printed document.
  func json(_ arguments: String...) throws -> [String: Any] {
    let result = try run(arguments + ["--json"])
    let value = try JSONSerialization.jsonObject(with: result.standardOutput)
    guard let object = value as? [String: Any] else {
      throw TestSupportError(
        code: .unreadable, message: "the output is not a JSON object: \(result.output)")
    }
    return object
  }

  /// Runs a failing command with `--json` and returns the exit code and the `error` object.
  func failure(_ arguments: String...) throws -> (code: Int32, error: [String: Any]) {
    try failure(arguments)
  }

  func failure(_ arguments: [String]) throws -> (code: Int32, error: [String: Any]) {
    let result = try run(arguments + ["--json"])
    let value = try JSONSerialization.jsonObject(with: result.standardError)
    guard let object = value as? [String: Any], let error = object["error"] as? [String: Any]
    else {
      throw TestSupportError(
        code: .unreadable, message: "standard error has no error object: \(result.errors)")
    }
    return (result.exitCode, error)
  }

  /// Returns a program whose store contains the sample trip, in the group Trip.
  static func withSampleTrip() throws -> CLIProgram {
    let program = try CLIProgram()
    try sampleStore.get().write(to: program.store)
    return program
  }

  /// The bytes of a store with the sample trip, imported once for all tests.
  private static let sampleStore = Result<Data, any Error> {
    let program = try CLIProgram()
    let result = try program.run(["import", "--group", "Trip", "--quiet"] + sampleFiles)
    guard result.exitCode == 0 else {
      throw TestSupportError(code: .unreadable, message: result.errors)
    }
    return try Data(contentsOf: program.store)
  }

  static let sampleFiles = [
    "SampleData/day-1-saint-evrard-refuge-du-neve.gpx",
    "SampleData/day-2-refuge-du-neve-yukimi-goya.gpx",
    "SampleData/day-3-yukimi-goya-champ-renaud.gpx", "SampleData/huts-gpx10.gpx",
    "SampleData/plan.gpx",
  ]

  /// Returns an output without the parts that differ between runs.
  ///
  /// Current times, the test's folder and the last digits of measures are replaced.
  func normalized(_ text: String) throws -> String {
    var text = text.replacing(folder.url.path, with: "FOLDER")
    for day in [-86_400, 0, 86_400.0] {
      let date = Date(timeIntervalSinceNow: day).formatted(.iso8601.year().month().day())
      let now = try Regex("\(date)[T ][0-9:.]+(Z| [+-][0-9:]+)")
      text = text.replacing(now, with: "NOW")
    }
    return text.replacing(/[0-9]+\.[0-9]{5,}/) { found in
      guard let value = Double(found.output) else { return String(found.output) }
      return ((value * 10_000).rounded() / 10_000).description
    }
  }
}
