import ArgumentParser
import CartographerCore
import Geodesy

/// The `import` options that specify how the files are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read the files as this format, such as gpx, instead of recognising the format. `formats` \
      lists the formats.
      """, valueName: "format"),
    completion: .list(FileFormat.readable.map(\.id).sorted()))
  var format: String?

  @Flag(
    help: "Swap the latitude and longitude of every point in files with swapped coordinates."
  )
  var swap = false

  @Option(
    help: ArgumentHelp(
      """
      The columns of a table by number or name, such as lat=3,lon=4,name=1 (default: taken from \
      the header).
      """, valueName: "columns"))
  var columns: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Read table rows as places or as one path (default: one path if the rows have times).",
      valueName: "kind"))
  var rowKind: ImportOptions.RowKind?

  @Option(
    help: ArgumentHelp(
      """
      In formats that state an accuracy radius, leave out positions whose radius is larger than \
      this length, such as 100m (default: no limit).
      """, valueName: "length"))
  var accuracy: String?

  /// Sets an import's options to the values that were given on the command line.
  ///
  /// - Throws: ``Failure`` for an invalid value or an option that does not apply to the format.
  func apply(to options: inout ImportOptions) throws {
    options.format = try format.map(FileFormat.readable(named:))
    options.swapsCoordinates = swap
    options.columns = columns
    options.rowKind = rowKind
    options.maximumAccuracyMetres = try accuracy.map { text in
      let metres = try Quantity.metres(argument: text)
      guard metres >= 0 else {
        throw Failure.usage("The value of `--accuracy` cannot be negative.")
      }
      return metres
    }
    guard let format = options.format, let option = ineffectiveOption(for: format) else { return }
    throw Failure.usage(
      "`--\(option)` does not apply to the format \(format.shortName).",
      remedy: "To see the options of each format: cartographer formats")
  }

  /// Returns the name of an option that was specified but has no effect on files in the given
  /// format. Returns nil if all specified options apply.
  func ineffectiveOption(for format: FileFormat) -> String? {
    let given = [
      ("columns", columns != nil), ("as", rowKind != nil), ("accuracy", accuracy != nil),
    ]
    return given.first { $0.1 && !format.hasOption($0.0) }?.0
  }
}

extension ImportOptions.RowKind: ExpressibleByArgument {}
