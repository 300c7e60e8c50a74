import ArgumentParser

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

  /// Returns the external program for converting the files. Returns nil if `--via` is not given.
  ///
  /// - Parameter hasFormat: Whether the user also gave `--format`, which conflicts with `--via`.
  /// - Throws: ``Failure`` for an invalid value.
  /// - Throws: ``Failure`` with the code `unavailable` if the program is not installed.
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
    return try ForeignConverter(via, timeLimit: timeLimit, environment)
  }
}
