import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct Crop: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Keep or remove a part of a path.",
    discussion: """
      If the part begins or ends between two points, a point is interpolated there, exact to the \
      metre or second.
      """)

  static let examples = [
    Example(
      "cartographer crop P7 --distance 2-9km", "Keep the part from kilometre 2 to kilometre 9."),
    Example(
      "cartographer crop P7 --from \"2026-07-11 08:00\"",
      "Keep the part from eight o'clock onwards."),
    Example("cartographer crop P7 --points 120-180 --out", "Remove 61 points and leave a gap."),
  ]

  @Option(
    help: ArgumentHelp(
      "The part between two distances from the start, such as 2km-9km.", valueName: "a-b"))
  var distance: String?

  @Option(help: ArgumentHelp("The time or day at which the part begins.", valueName: "time"))
  var from: String?
  @Option(help: ArgumentHelp("The time or day at which the part ends.", valueName: "time"))
  var to: String?

  @Flag(help: "Remove the part instead of keeping it.") var out = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var parts: [TrackPart] = []
    if let range = try options.range { parts.append(.points(range)) }
    if let distance { parts.append(.metres(try Self.metres(distance))) }
    if from != nil || to != nil {
      parts.append(
        .times(
          from: try from.map { try DayOrTime($0, of: "--from", in: session.zone).start },
          to: try to.map { try DayOrTime($0, of: "--to", in: session.zone).end }))
    }
    guard parts.count == 1, let part = parts.first else {
      throw Failure.usage(
        "`crop` needs exactly one part: `--points`, `--distance`, or `--from` and `--to`.",
        remedy: "Example: cartographer crop P7 --distance 2km-9km")
    }
    var options = options
    options.points = nil
    try await session.perform(out ? .cut(out: part) : .crop(part), options)
  }

  private static func metres(_ text: String) throws -> ClosedRange<Double> {
    let ends = text.split(separator: "-").map(String.init)
    guard ends.count == 2 else {
      throw Failure.usage(
        "'\(text)' is not a valid range of distances.",
        remedy: "Write the start and the end of the range, such as 2km-9km.")
    }
    let first: Double
    let last: Double
    do throws(QuantityError) {
      (first, last) = try Quantity.metres(from: ends[0], to: ends[1])
    } catch {
      throw Failure.usage("'\(text)': \(error.message).")
    }
    guard first >= 0, first < last else {
      throw Failure.usage(
        "'\(text)' is not a valid range of distances from the start of a path.",
        remedy: "Write a start of 0 or more, then a greater end, such as 2km-9km.")
    }
    return first...last
  }
}
