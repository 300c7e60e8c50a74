import ArgumentParser
import CartographerCore
import Geodesy

struct Resample: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Give a path points at equal distances or times.",
    discussion: """
      Positions, elevations, times and sensors between two points are interpolated; what else a \
      point had goes with it.
      """)

  static let examples = [
    Example("cartographer resample P7 --every 10m", ""),
    Example("cartographer resample P7 --every 5s", "By time."),
  ]

  @Option(help: ArgumentHelp("A length or a time: 10m, 5s, 1min.", valueName: "measure"))
  var every: String

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let operation: TrackOperation
    switch try LengthOrTime(every) {
    case .metres(let metres): operation = .resample(everyMetres: metres)
    case .seconds(let seconds): operation = .resampleInTime(everySeconds: seconds)
    }
    try await session.perform(operation, options)
  }
}

/// A length or a time as it is typed; `m` is metres, `min` minutes.
enum LengthOrTime {
  case metres(Double)
  case seconds(Double)

  /// - Parameter bareIsMetres: What a number without a unit is; else it is refused.
  /// - Throws: ``Failure`` that quotes the text.
  init(_ text: String, bareIsMetres: Bool = false) throws {
    let quantity: Quantity
    do throws(QuantityError) {
      quantity = try Quantity(text)
    } catch {
      throw Failure.usage("'\(text)': \(error.message).")
    }
    switch quantity {
    case .length(let metres): self = .metres(metres)
    case .duration(let seconds): self = .seconds(seconds)
    case .number(let metres) where bareIsMetres: self = .metres(metres)
    case .speed, .slope, .number:
      throw Failure.usage(
        "'\(text)' is neither a length nor a time.", remedy: "Write a unit, as in 10m or 5s.")
    }
  }
}
