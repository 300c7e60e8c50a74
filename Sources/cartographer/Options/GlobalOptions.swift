import ArgumentParser
import Foundation
import Geodesy

/// The global options, which may come before or after the command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store file, or :memory: for a temporary store (default: $CARTOGRAPHER_STORE, or the user's store).",
      valueName: "file"),
    completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "When to colour the output; auto means only on a terminal.", valueName: "when"))
  var color = ColourUse.auto

  @Flag(name: .customLong("no-color"), help: "Print without colours (the same as --color=never).")
  var noColor = false

  @Option(
    name: .customLong("coordinates"),
    help: ArgumentHelp(
      "The notation for printed coordinates, such as utm (default: the setting `coordinates`, or degrees).",
      valueName: "notation"))
  var notation: NotationOption?

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      """
      The time zone for printed times and for the start of days, such as Europe/Zurich (default: \
      $TZ, the setting `zone`, or the system's zone).
      """,
      valueName: "zone"))
  var zone: TimeZoneOption?

  @Option(
    help: ArgumentHelp(
      "The units of printed values: metric, imperial or nautical (default: the setting `units`, or metric).",
      valueName: "units"))
  var units: UnitSystem?

  @Flag(name: .shortAndLong, help: "Print no messages other than errors.")
  var quiet = false

  @Flag(help: "Print data and errors as JSON.")
  var json = false
}

/// The value of an option that specifies the notation of printed coordinates.
struct NotationOption: ExpressibleByArgument {
  let notation: CoordinateNotation

  init?(argument: String) {
    guard let notation = CoordinateNotation.named(argument) else { return nil }
    self.notation = notation
  }

  static var allValueStrings: [String] { CoordinateNotation.all.map(\.id) }
}

/// The value of an option that specifies a time zone, such as `Europe/Zurich`.
struct TimeZoneOption: ExpressibleByArgument {
  let zone: TimeZone

  init?(argument: String) {
    guard let zone = TimeZone(identifier: argument) else { return nil }
    self.zone = zone
  }
}

extension UnitSystem: ExpressibleByArgument {}

/// The value of `--color`, which determines when a command's output is coloured.
enum ColourUse: String, CaseIterable, ExpressibleByArgument {
  case always, auto, never
}

extension GlobalOptions {
  /// The colour setting from `--color` or `--no-color`.
  var colours: ColourUse { noColor ? .never : color }
}
