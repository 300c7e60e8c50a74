import ArgumentParser
import CartographerApp
import CartographerCore
import Foundation
import Geodesy

/// What every operation on points takes: paths, a part of each, and whether only to try.
struct OperationOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Paths: ids or names.", valueName: "item"))
  var items: [String]

  @Option(
    help: ArgumentHelp(
      "Only the points of these numbers, from 0: 20-80.", valueName: "first-last"))
  var points: String?

  @Flag(name: .customLong("dry-run"), help: "Say what it would do, and change nothing.")
  var dryRun = false

  var range: Range<Int>? { get throws { try points.map(PointRange.init)?.range } }
}

/// Numbers of points as they are typed: `12` or `20-80`.
struct PointRange {
  let range: Range<Int>

  /// - Throws: ``Failure`` that quotes the text.
  init(_ text: String) throws {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts[0], let last = parts.count == 2 ? parts[1] : first,
      parts.count <= 2, first >= 0, last >= first, last < .max
    else {
      throw Failure.usage(
        "'\(text)' is no range of points.",
        remedy: "Write two numbers from 0 on, the smaller first, as in 20-80.")
    }
    range = first..<last + 1
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
    var ids: [ItemID] = []
    for item in options.items { ids.append(try await self.item(item, kind: .path, in: library)) }
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
                ])
              })
          ),
        ]))
    }
    var table = PrintableTable([.leading, .leading, .trailing, .trailing, .trailing, .trailing])
    for trial in trials {
      for (word, measures) in [("now", trial.before), ("then", trial.after)] {
        table.add([
          PrintableText(word == "now" ? "\(trial.id)  \(trial.name)" : ""), PrintableText(word),
          PrintableText("\(measures.points) points"),
          PrintableText(UnitSystem.metric.length(metres: measures.lengthMetres)),
          PrintableText("↑\(UnitSystem.metric.elevation(metres: measures.ascentMetres ?? .nan))"),
          PrintableText("↓\(UnitSystem.metric.elevation(metres: measures.descentMetres ?? .nan))"),
        ])
      }
    }
    try console.print(table.lines)
    console.say("Nothing was changed.")
  }

  /// What a trial tells of a track, for scripts.
  func json(_ measures: TrackMeasures) -> JSONValue {
    .object([
      ("points", .count(measures.points)), ("segments", .count(measures.segments)),
      ("lengthMetres", .number(measures.lengthMetres)),
      ("ascentMetres", .measure(measures.ascentMetres)),
      ("descentMetres", .measure(measures.descentMetres)),
      ("timeFirst", .time(measures.timeFirst)),
      ("timeLast", .time(measures.timeLast)),
    ])
  }
}
