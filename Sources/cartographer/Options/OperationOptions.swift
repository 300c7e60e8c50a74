import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The arguments shared by all operations on points: the paths, a range of points and `--dry-run`.
struct OperationOptions: ParsableArguments {
  @OptionGroup var chosen: ItemArguments

  @Option(
    help: ArgumentHelp(
      "Change only a range of points, numbered from 1: 20-80, 20- or -80.",
      valueName: "first-last"))
  var points: String?

  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false

  var range: Range<Int>? { get throws { try points.map(PointRange.init)?.range } }
}

/// A range of a path's points as entered by the user: `12`, `20-80`, `20-` or `-80`.
///
/// On the command line and in the editor, points are numbered from 1 (ADR 0011). Indices in memory
/// and the `index` in JSON output start at 0.
struct PointRange {
  /// The indices of the points, counted from 0. The upper bound is `Int.max` if the range ends with
  /// the last point.
  let range: Range<Int>

  /// Creates a range that contains only the point with the given number, counted from 1.
  ///
  /// - Throws: ``Failure`` if the number is less than 1.
  init(point number: Int) throws {
    guard number > 0 else {
      throw Failure.usage(
        "There is no point \(Numbers.grouped(number)).", remedy: "Points are numbered from 1.")
    }
    range = number - 1..<number
  }

  /// Parses a point's number or a range of numbers.
  ///
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  init(_ text: String) throws {
    let ends = RangeWord.ends(of: text)
    let numbers = ends.enumerated().map { position, end in
      ends.count == 2 && end.isEmpty ? (position == 0 ? 1 : Int.max) : Int(end)
    }
    guard let first = numbers[0], let last = numbers.count == 2 ? numbers[1] : first,
      ends.count <= 2, ends.contains(where: { !$0.isEmpty }), first > 0, last >= first
    else {
      throw Failure.usage(
        "'\(text)' is not a valid range of points.",
        remedy:
          "Enter the smaller number first, as in 20-80, or enter an open range: 20- or -80.")
    }
    range = first - 1..<last
  }
}

extension Quantity {
  /// Parses a quantity with an optional sign, such as `-48m`.
  ///
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  static func signed(
    _ text: String, _ read: (String) throws(QuantityError) -> Double
  ) throws -> Double {
    let isNegative = text.hasPrefix("-") || text.hasPrefix("\u{2212}")
    let number = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    do throws(QuantityError) {
      let value = try read(number)
      return isNegative ? -value : value
    } catch {
      throw Failure.usage("'\(text)': \(error.message).")
    }
  }

  static func metres(argument text: String) throws -> Double {
    try signed(text) { text throws(QuantityError) in try Quantity.metres(text) }
  }

  static func seconds(argument text: String) throws -> Double {
    try signed(text) { text throws(QuantityError) in try Quantity.seconds(text) }
  }

  static func metresPerSecond(argument text: String) throws -> Double {
    try signed(text) { text throws(QuantityError) in try Quantity.metresPerSecond(text) }
  }
}

extension PaceModel {
  /// Parses a pace: `tobler`, `naismith`, or a constant speed such as `4km/h`.
  ///
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  init(argument text: String) throws {
    switch text.lowercased() {
    case "tobler": self = .tobler(factor: 1)
    case "naismith": self = .naismith
    default: self = .constant(metresPerSecond: try Quantity.metresPerSecond(argument: text))
    }
  }
}

extension Session {
  /// Performs an operation on paths as one change or, in a dry run, prints only the results.
  func perform(_ operation: TrackOperation, _ options: OperationOptions) async throws {
    let range = try options.range
    let library = try await options.dryRun ? libraryForReading() : libraryForWriting()
    let ids: [ItemID]
    do {
      ids = try await paths(options.chosen, in: library)
    } catch let error as LibraryError where error.code == .nothingToDo && options.dryRun {
      console.say(DisplayText(error.message))
      return try report([])
    }
    guard options.dryRun else {
      return try await apply(ids.map { .perform(operation, on: $0, in: range) }, to: library)
    }
    let previews = try await library.previews(of: operation, on: ids, in: range)
    try report(previews)
  }

  private func report(_ previews: [PathPreview]) throws {
    guard !global.json else {
      return try console.print(
        .object([("dryRun", .boolean(true)), ("paths", .array(previews.map(document)))]))
    }
    try console.print(table(previews).lines)
    for line in previews.flatMap(losses) { try console.print(DisplayText(line)) }
    console.say("Nothing was changed.")
  }

  private func document(_ preview: PathPreview) -> JSONValue {
    let flaws = TrackFlaw.Reason.allCases.compactMap { reason in
      preview.flaws[reason].map { (reason.rawValue, JSONValue?.some(.count($0))) }
    }
    let (marked, unknown) = (preview.markedPointsLost, preview.unknownElevations)
    return .object([
      ("id", .string(preview.id.description)), ("name", .string(preview.name)),
      ("before", json(preview.before)), ("after", json(preview.after)),
      ("pointsLost", .count(preview.pointsLost)),
      ("flaws", flaws.isEmpty ? nil : .object(flaws)),
      ("markedPointsLost", marked > 0 ? .count(marked) : nil),
      ("unknownElevations", unknown > 0 ? .count(unknown) : nil),
    ])
  }

  /// Returns a table with two rows for each path: its measurements before and after the operation.
  private func table(_ previews: [PathPreview]) -> PrintableTable {
    var table = PrintableTable(
      [.leading, .leading] + Array(repeating: .trailing, count: 5) + [.leading])
    for preview in previews {
      for (word, measures) in [("now", preview.before), ("then", preview.after)] {
        table.add([
          DisplayText(word == "now" ? "\(preview.id)  \(preview.name)" : ""), DisplayText(word),
          DisplayText(Numbers.counted(measures.points, "point")),
          DisplayText(units.length(metres: measures.lengthMetres)),
          climb("↑", measures.ascentMetres, of: measures),
          climb("↓", measures.descentMetres, of: measures),
          heights(measures), times(measures),
        ])
      }
    }
    return table
  }

  /// Returns lines of text with the number of points to be removed for each reason, the number of
  /// removed points with names, links or preserved markup, and the number of points without an
  /// elevation in the terrain tiles.
  private func losses(of preview: PathPreview) -> [String] {
    let flaws = TrackFlaw.Reason.allCases.compactMap { reason in
      preview.flaws[reason].map { "\(Self.words[reason] ?? reason.rawValue) \($0)" }
    }
    let (marked, unknown) = (preview.markedPointsLost, preview.unknownElevations)
    var lines: [String] = []
    if !flaws.isEmpty {
      let counts = flaws.joined(separator: ", ")
      lines.append("points to remove: \(counts)")
    }
    if marked > 0 {
      lines.append("removed points with names, links or preserved markup: \(marked)")
    }
    if unknown > 0 { lines.append("points without an elevation in the tiles: \(unknown)") }
    return lines.map { "\(preview.id)  \($0)" }
  }

  private static let words: [TrackFlaw.Reason: String] = [
    .duplicate: "duplicates", .spike: "spikes", .speed: "faster than the speed limit",
    .drift: "drift during stops", .time: "out of time order",
  ]

  private func climb(
    _ arrow: String, _ metres: Double?, of measures: TrackMeasures
  ) -> DisplayText {
    let isPartial = measures.hasPartialElevations
    return DisplayText(arrow + units.climb(metres: metres ?? .nan, isPartial: isPartial))
  }

  /// Returns the range of a path's elevations as text, such as `412 m – 1 020 m`.
  private func heights(_ measures: TrackMeasures) -> DisplayText {
    guard let least = measures.elevationMin, let most = measures.elevationMax else { return "" }
    return DisplayText(
      "\(units.elevation(metres: least)) – \(units.elevation(metres: most))"
    )
  }

  private func times(_ measures: TrackMeasures) -> DisplayText {
    guard let first = measures.timeFirst, let last = measures.timeLast else { return "no times" }
    return DisplayText("\(TimeText.minute(first, in: zone)) – \(TimeText.minute(last, in: zone))")
  }

  /// Returns a path's length, climb, elevations and times as a JSON object.
  func json(_ measures: some PrintedMeasures) -> JSONValue {
    .object(measures.members + [("segments", .count(measures.segments))])
  }
}
