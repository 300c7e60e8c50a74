import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct TimesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "times",
    abstract: "Shift, set, fill in, estimate or remove the times of a path.")

  static let examples = [
    Example("cartographer times P7 --shift -1h", "Shift all times back by one hour."),
    Example("cartographer times P7 --fill", "Interpolate missing times."),
    Example(
      "cartographer times P7 --estimate tobler --start \"2026-07-11 06:00\"",
      "Estimate times for a planned walk."),
    Example("cartographer times P7 --strip", "Remove the times of all points."),
  ]

  @Option(
    help: ArgumentHelp(
      "Shift all times by a duration, such as 1h30 or -90s.", valueName: "duration"))
  var shift: String?
  @Option(
    help: ArgumentHelp(
      "Set the time of the first point, such as 2026-07-11T06:00 or \"tomorrow 06:00\".",
      valueName: "time"))
  var start: String?
  @Flag(help: "Interpolate missing times between points that have times.") var fill = false
  @Option(
    help: ArgumentHelp(
      "Estimate times from --start onwards at this pace: tobler, naismith, or a speed such as 4km/h.",
      valueName: "pace"))
  var estimate: String?
  @Flag(help: "Remove the times of all points.") var strip = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let begin = try start.map {
      try DayOrTime($0, of: "--start", in: session.zone, weekdays: .future).start
    }
    var operations: [TrackOperation] = []
    if let shift { operations.append(.shiftTimes(seconds: try Quantity.seconds(argument: shift))) }
    if fill { operations.append(.fillTimes) }
    if strip { operations.append(.stripTimes) }
    if let estimate {
      guard let begin else {
        throw Failure.usage(
          "`--estimate` needs a start time.", remedy: "Add `--start \"2026-07-11 06:00\"`.")
      }
      operations.append(
        .estimateTimes(try PaceModel(argument: estimate), start: begin))
    } else if let begin {
      operations.append(.startTimes(at: begin))
    }
    guard operations.count == 1 else {
      throw Failure.usage(
        """
        `times` needs exactly one of `--shift`, `--start`, `--fill`, `--estimate` and `--strip`.
        """,
        remedy: "Example: cartographer times P7 --shift -1h")
    }
    try await session.perform(operations[0], options)
  }
}
