import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct Times: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Shift, set, fill, estimate or strip the times of a path.")

  static let examples = [
    Example("cartographer times P7 --shift -1h", "An hour earlier."),
    Example("cartographer times P7 --fill", "Between points that have a time."),
    Example(
      "cartographer times P7 --estimate tobler --start \"2026-07-11 06:00\"",
      "A plan for a walk."),
    Example("cartographer times P7 --strip", "None."),
  ]

  @Option(help: ArgumentHelp("By so much: 1h30, -90s.", valueName: "time")) var shift: String?
  @Option(help: ArgumentHelp("When the path begins.", valueName: "time")) var start: String?
  @Flag(help: "Times for points between two that have one.") var fill = false
  @Option(
    help: ArgumentHelp("By tobler, naismith, or a speed such as 4km/h.", valueName: "pace"))
  var estimate: String?
  @Flag(help: "Take all times away.") var strip = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let begin = try start.map { try DayOrTime($0, of: "--start", in: session.zone).start }
    var operations: [TrackOperation] = []
    if let shift { operations.append(.shiftTimes(seconds: try Quantity.seconds(argument: shift))) }
    if fill { operations.append(.fillTimes) }
    if strip { operations.append(.stripTimes) }
    if let estimate {
      guard let begin else {
        throw Failure.usage(
          "An estimate needs a start.", remedy: "Add --start \"2026-07-11 06:00\".")
      }
      operations.append(
        .estimateTimes(try PaceModel(argument: estimate), start: begin))
    } else if let begin {
      operations.append(.startTimes(at: begin))
    }
    guard operations.count == 1 else {
      throw Failure.usage(
        "times does one thing at a time: --shift, --start, --fill, --estimate or --strip.",
        remedy: "As in: cartographer times P7 --shift -1h")
    }
    try await session.perform(operations[0], options)
  }
}
