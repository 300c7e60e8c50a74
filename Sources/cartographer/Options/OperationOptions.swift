import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// What every operation on points takes: paths, a part of each, and whether only to try.
struct OperationOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Paths: ids or names.", valueName: "item"))
  var items: [String]

  @Option(
    help: ArgumentHelp(
      "Only the points of these numbers, from 1: 20-80.", valueName: "first-last"))
  var points: String?

  @Flag(name: .customLong("dry-run"), help: "Say what it would do, and change nothing.")
  var dryRun = false

  var range: Range<Int>? { get throws { try points.map(PointRange.init)?.range } }
}

/// Numbers of points as they are typed: `12` or `20-80`. People count points from 1, here as in the
/// editor (ADR 0011); what is in memory and JSON's `index` count from 0.
struct PointRange {
  /// From 0.
  let range: Range<Int>

  /// - Throws: ``Failure`` for a number below 1.
  init(point number: Int) throws {
    guard number > 0 else {
      throw Failure.usage("There is no point \(number).", remedy: "Points are numbered from 1.")
    }
    range = number - 1..<number
  }

  /// - Throws: ``Failure`` that quotes the text.
  init(_ text: String) throws {
    let parts = text.replacing("..", with: "-")
      .split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts[0], let last = parts.count == 2 ? parts[1] : first,
      parts.count <= 2, first > 0, last >= first
    else {
      throw Failure.usage(
        "'\(text)' is no range of points.",
        remedy: "Write two numbers from 1 on, the smaller first, as in 20-80.")
    }
    range = first - 1..<last
  }
}

extension Quantity {
  /// A measure of the command line, with a sign if it has one.
  ///
  /// - Throws: ``Failure`` that quotes the text.
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
  /// A model's name, or a speed.
  init(argument text: String) throws {
    switch text.lowercased() {
    case "tobler": self = .tobler(factor: 1)
    case "naismith": self = .naismith
    default: self = .constant(metresPerSecond: try Quantity.metresPerSecond(argument: text))
    }
  }
}

extension Session {
  /// Does an operation to paths as one change, or says what it would do.
  func perform(_ operation: TrackOperation, _ options: OperationOptions) async throws {
    let range = try options.range
    let library = try await options.dryRun ? libraryForReading() : libraryForWriting()
    let ids = try await paths(options.items, in: library)
    guard options.dryRun else {
      return try await apply(ids.map { .perform(operation, on: $0, in: range) }, to: library)
    }
    let trials = try await library.trials(of: operation, on: ids, in: range)
    try report(trials)
  }

  private func report(_ trials: [OperationTrial]) throws {
    guard !global.json else {
      return try console.print(
        .object([
          ("dryRun", .boolean(true)),
          (
            "paths",
            .array(
              trials.map { trial in
                .object([
                  ("id", .string(trial.id.description)), ("name", .string(trial.name)),
                  ("before", json(trial.before)), ("after", json(trial.after)),
                  ("pointsLost", .count(trial.pointsLost)),
                  (
                    "flaws",
                    trial.flaws.isEmpty
                      ? nil
                      : .object(
                        TrackFlaw.Reason.allCases.compactMap { reason in
                          trial.flaws[reason].map { (reason.rawValue, .count($0)) }
                        })
                  ),
                  (
                    "markedPointsLost",
                    trial.markedPointsLost > 0 ? .count(trial.markedPointsLost) : nil
                  ),
                  (
                    "unknownElevations",
                    trial.unknownElevations > 0 ? .count(trial.unknownElevations) : nil
                  ),
                ])
              })
          ),
        ]))
    }
    var table = PrintableTable(
      [.leading, .leading] + Array(repeating: .trailing, count: 5) + [.leading])
    for trial in trials {
      for (word, measures) in [("now", trial.before), ("then", trial.after)] {
        table.add([
          DisplayText(word == "now" ? "\(trial.id)  \(trial.name)" : ""), DisplayText(word),
          DisplayText("\(measures.points) points"),
          DisplayText(UnitSystem.metric.length(metres: measures.lengthMetres)),
          DisplayText("↑\(UnitSystem.metric.elevation(metres: measures.ascentMetres ?? .nan))"),
          DisplayText("↓\(UnitSystem.metric.elevation(metres: measures.descentMetres ?? .nan))"),
          heights(measures), times(measures),
        ])
      }
    }
    try console.print(table.lines)
    for trial in trials {
      let flaws = TrackFlaw.Reason.allCases.compactMap { reason in
        trial.flaws[reason].map { "\($0) \(Self.words[reason] ?? reason.rawValue)" }
      }
      if !flaws.isEmpty {
        try console.print(
          DisplayText("\(trial.id.description)  would lose \(flaws.joined(separator: ", "))"))
      }
      if trial.markedPointsLost > 0 {
        try console.print(
          DisplayText(
            "\(trial.id)  \(trial.markedPointsLost) of the points that go have names, links or markup "
              + "of their own"))
      }
      if trial.unknownElevations > 0 {
        try console.print(
          DisplayText(
            "\(trial.id.description)  no tile tells the elevation of \(trial.unknownElevations) of its points"
          ))
      }
    }
    console.say("Nothing was changed.")
  }

  private static let words: [TrackFlaw.Reason: String] = [
    .duplicate: "at the place of the one before", .spike: "beside the way",
    .speed: "too far to be reached", .drift: "of rests", .time: "out of the order of time",
  ]

  /// `412–1 020 m`
  private func heights(_ measures: TrackMeasures) -> DisplayText {
    guard let least = measures.elevationMin, let most = measures.elevationMax else { return "" }
    return DisplayText(
      "\(UnitSystem.metric.elevation(metres: least)) – \(UnitSystem.metric.elevation(metres: most))"
    )
  }

  private func times(_ measures: TrackMeasures) -> DisplayText {
    guard let first = measures.timeFirst, let last = measures.timeLast else { return "no times" }
    return DisplayText("\(Timestamp.local(first, in: zone)) – \(Timestamp.local(last, in: zone))")
  }

  /// What a trial tells of a track, for scripts.
  func json(_ measures: TrackMeasures) -> JSONValue {
    .object([
      ("points", .count(measures.points)), ("segments", .count(measures.segments)),
      ("lengthMetres", .number(measures.lengthMetres)),
      ("ascentMetres", .measure(measures.ascentMetres)),
      ("descentMetres", .measure(measures.descentMetres)),
      ("elevationMin", .measure(measures.elevationMin)),
      ("elevationMax", .measure(measures.elevationMax)),
      ("timeFirst", .time(measures.timeFirst)),
      ("timeLast", .time(measures.timeLast)),
    ])
  }
}
