import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

/// The options that select a part of a path by distance or time.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The part between two distances from the start: 2km-9km, 2km- or -9km.", valueName: "a-b"))
  var distance: String?

  @Option(help: ArgumentHelp("The time or day when the part begins.", valueName: "time"))
  var from: String?
  @Option(help: ArgumentHelp("The time or day when the part ends.", valueName: "time"))
  var to: String?

  /// Returns the parts of the path that the options select: at most one by distance and one by
  /// time. The result is empty if none of these options is given.
  ///
  /// - Throws: ``Failure`` for an invalid distance or time.
  func parts(in zone: TimeZone) throws -> [TrackPart] {
    var parts: [TrackPart] = []
    if let distance { parts.append(.metres(try Self.metres(distance))) }
    if from != nil || to != nil {
      parts.append(
        .times(
          from: try from.map { try DayOrTime($0, of: "--from", in: zone).start },
          to: try to.map { try DayOrTime($0, of: "--to", in: zone).end }))
    }
    return parts
  }

  private static func metres(_ text: String) throws -> ClosedRange<Double> {
    let ends = RangeWord.ends(of: text)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }) else {
      throw Failure.usage(
        "'\(text)' is not a valid range of distances.",
        remedy: "Enter the start and the end of the range, such as 2km-9km, 2km- or -9km.")
    }
    let first: Double
    let last: Double
    do throws(QuantityError) {
      switch (ends[0].isEmpty, ends[1].isEmpty) {
      case (true, _): (first, last) = (0, try Quantity.metres(ends[1]))
      case (_, true): (first, last) = (try Quantity.metres(ends[0]), .infinity)
      default: (first, last) = try Quantity.metres(from: ends[0], to: ends[1])
      }
    } catch {
      throw Failure.usage("'\(text)': \(error.message).")
    }
    guard first >= 0, first < last else {
      throw Failure.usage(
        "'\(text)' is not a valid range of distances from the path's start.",
        remedy: "The start must be 0 or more, and the end must be greater, as in 2km-9km.")
    }
    return first...last
  }
}

/// Functions that split a range entered by the user, such as `20-80`, `20..80`, `20-` or `-80`.
enum RangeWord {
  /// Returns the start and the end of a range, without surrounding blanks. An open end is returned
  /// as an empty string.
  ///
  /// If the text contains no separator, the result has one element. A typographic minus at the
  /// beginning is also a separator, because ``Arguments`` writes it in place of a negative number's
  /// hyphen.
  static func ends(of text: String) -> [String] {
    var text = text.replacing("..", with: "-")
    if text.hasPrefix("\u{2212}") { text = "-" + text.dropFirst() }
    return text.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
