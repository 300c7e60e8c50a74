import ArgumentParser
import CartographerCore
import Geodesy

struct Resample: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "resample",
    abstract: "Resample a path at equal intervals of distance or time.",
    discussion: """
      Positions, elevations, times and sensor values are interpolated. The old points are removed \
      together with all their other data.
      """)

  static let examples = [
    Example("cartographer resample P7 --every 10m", "Place a point every 10 metres."),
    Example("cartographer resample P7 --every 5s", "Place a point every 5 seconds."),
  ]

  @Option(
    help: ArgumentHelp(
      "The interval between points: a length or a duration, such as 10m, 5s or 1min (required).",
      valueName: "measure"))
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

/// A length or a duration entered by the user. The unit `m` means metres, and `min` means minutes.
enum LengthOrTime {
  case metres(Double)
  case seconds(Double)

  /// Parses a length or a duration.
  ///
  /// - Parameter bareIsMetres: Whether a number without a unit means metres.
  ///   If false, such a number is an error.
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
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
        "'\(text)' is neither a length nor a duration.",
        remedy: "Enter a number with a unit, such as 10m or 5s.")
    }
  }
}
