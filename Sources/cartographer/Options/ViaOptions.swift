import ArgumentParser
import Geodesy

/// The `import` and `export` options for file conversion by an external program.
struct ViaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Convert the files with gpsbabel or ogr2ogr, optionally with one of the program's formats, \
      such as gpsbabel:gdb.
      """, valueName: "program[:format]"),
    completion: .list(ForeignConverter.names))
  var via: String?

  @Option(
    name: .customLong("time-limit"),
    help: ArgumentHelp(
      "With --via, the time limit for converting one file (default: 5min).",
      valueName: "duration"))
  var timeLimit: String?

  private static let defaultSeconds = 300.0

  /// Returns the external program for converting the files. Nil if `--via` is not given.
  ///
  /// - Parameter hasFormat: Whether the user also gave `--format`, which cannot be combined with
  ///   `--via`.
  /// - Throws: ``Failure`` for an invalid value, or `unavailable` if the program is not installed.
  func converter(hasFormat: Bool, _ environment: [String: String]) throws -> ForeignConverter? {
    guard let via else {
      if timeLimit != nil { throw Failure.usage("`--time-limit` works only with `--via`.") }
      return nil
    }
    if hasFormat {
      throw Failure.usage(
        "`--via` and `--format` cannot be used together.",
        remedy: "Write the program's format after a colon: --via gpsbabel:unicsv")
    }
    let seconds = try timeLimit.map(Quantity.seconds(argument:)) ?? Self.defaultSeconds
    guard seconds > 0, seconds <= 86_400 else {
      throw Failure.usage("The value of `--time-limit` must be between 0 s and 24 h.")
    }
    return try ForeignConverter(via, timeLimitSeconds: seconds, environment)
  }
}
