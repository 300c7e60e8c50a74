import CartographerCore
import Foundation
import Geodesy

/// An operation with its parameters, as entered in a form.
package enum OperationPlan: Sendable, Equatable {
  case perform(TrackOperation)
  case cut(TrackCut)
  /// Joins all paths into one.
  case join(order: TrackJoin.Order, gap: TrackJoin.Gap)
}

/// The data needed to interpret the values entered in a form.
struct OperationParsing {
  var zone: TimeZone
  /// The current time, used to interpret relative days such as `tomorrow`.
  var now: Date?
  /// The number of points in the first path.
  var pointCount: Int
  /// The length of the first path in metres. The length is used for distances measured from the
  /// path's end.
  var lengthMetres: Double
  var isOfSeveral: Bool
  /// A closure that returns the coordinates of an entered place name or coordinate pair. The
  /// closure returns nil if the text is neither a place name nor a coordinate pair.
  var place: (String) -> Coordinate?
}

extension OperationForm {
  /// Returns the operation and the parameters entered in the form.
  ///
  /// - Throws: ``OperationProblem``, which names the field with the invalid value.
  func plan(_ reading: OperationParsing) throws(OperationProblem) -> OperationPlan {
    let reader = OperationParser(form: self, reading: reading)
    switch kind {
    case .simplify: return .perform(try reader.simplify())
    case .crop: return .perform(try reader.crop())
    case .split: return .cut(try reader.split())
    case .join: return try reader.join()
    case .smooth: return .perform(try reader.smooth())
    case .resample: return .perform(try reader.resample())
    case .clean: return .perform(.clean(try reader.cleaning()))
    case .times: return .perform(try reader.times())
    case .elevation: return .perform(try reader.elevation())
    }
  }
}

private struct OperationParser {
  let form: OperationForm
  let reading: OperationParsing

  private func optional(_ name: OperationField.Name) throws(OperationProblem) -> Double? {
    guard let field = form.fields.first(where: { $0.name == name }) else { return nil }
    return try field.value(in: reading.zone, now: reading.now)
  }

  private func value(_ name: OperationField.Name) throws(OperationProblem) -> Double {
    guard let value = try optional(name) else {
      throw OperationProblem(field: name, message: "enter a value")
    }
    return value
  }

  /// Returns the lengths entered in two fields, in metres. If only the first length has no unit,
  /// the unit of the second applies.
  private func metres(
    from first: OperationField.Name, to last: OperationField.Name
  ) throws(OperationProblem) -> (Double, Double) {
    let ends = (try value(first), try value(last))
    if form.isPlainNumber(first), form.isPlainNumber(last) { return ends }
    do throws(QuantityError) {
      return try Quantity.metres(from: form.text(first), to: form.text(last))
    } catch {
      guard error.code == .ambiguous else { return ends }
      throw OperationProblem(
        field: last, message: "enter this distance with a unit, such as 9km")
    }
  }

  /// Converts an entered distance, which is measured from the path's end if it is negative, to a
  /// distance from the path's start.
  private func fromStart(
    _ metres: Double, _ name: OperationField.Name
  ) throws(OperationProblem) -> Double {
    guard metres < 0 else { return metres }
    guard !reading.isOfSeveral else {
      throw OperationProblem(
        field: name, message: "distances from the end require a single path")
    }
    return reading.lengthMetres + metres
  }

  private func date(_ name: OperationField.Name) throws(OperationProblem) -> Date? {
    try optional(name).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  private func whole(_ name: OperationField.Name, from least: Int) throws(OperationProblem) -> Int {
    guard let number = Int(exactly: try value(name)), number >= least else {
      throw OperationProblem(field: name, message: "enter a whole number of at least \(least)")
    }
    return number
  }

  /// Returns the point numbers entered in a field, converted to zero-based indexes.
  private func points(_ name: OperationField.Name) throws(OperationProblem) -> [Int] {
    guard !reading.isOfSeveral else {
      throw OperationProblem(
        field: name, message: "point numbers require a single path; use distances or times")
    }
    let words = form.text(name).split { ", ".contains($0) }
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, !numbers.isEmpty else {
      throw OperationProblem(field: name, message: "enter a point number such as 12")
    }
    guard numbers.allSatisfy({ (1...max(reading.pointCount, 1)).contains($0) }) else {
      throw OperationProblem(
        field: name, message: "the path has points 1–\(Numbers.grouped(reading.pointCount))")
    }
    return numbers.map { $0 - 1 }
  }

  func simplify() throws(OperationProblem) -> TrackOperation {
    if form.text(.by) == "points" { return .simplifyTo(count: try whole(.count, from: 2)) }
    let tolerance = try value(.tolerance)
    guard tolerance >= 0 else {
      throw OperationProblem(field: .tolerance, message: "enter 0 or more")
    }
    return .simplify(toleranceMetres: tolerance)
  }

  func crop() throws(OperationProblem) -> TrackOperation {
    let part = try part()
    return form.text(.keep) == "the part" ? .crop(part) : .cut(out: part)
  }

  private func part() throws(OperationProblem) -> TrackPart {
    switch form.text(.part) {
    case "distance":
      let ends = try metres(from: .fromMetres, to: .toMetres)
      let from = try fromStart(ends.0, .fromMetres)
      let to = try fromStart(ends.1, .toMetres)
      guard from >= 0, from < to else {
        throw OperationProblem(
          field: .toMetres,
          message:
            """
            the part must begin on the path and end after its start; -2km means 2 km before \
            the path's end
            """)
      }
      return .metres(from...to)
    case "time":
      let (from, to) = (try date(.fromTime), try date(.toTime))
      if let from, let to, from > to {
        throw OperationProblem(field: .toTime, message: "the end must not be before the start")
      }
      return .times(from: from, to: to)
    default:
      let (first, last) = (try points(.firstPoint)[0], try points(.lastPoint)[0])
      guard first <= last else {
        throw OperationProblem(
          field: .lastPoint, message: "the last point must not be before the first")
      }
      return .points(first..<last + 1)
    }
  }

  func split() throws(OperationProblem) -> TrackCut {
    switch form.text(.by) {
    case "every distance": return .everyMetres(try value(.everyMetres))
    case "every duration": return .everySeconds(try value(.everySeconds))
    case "at gaps":
      let (seconds, metres) = (try optional(.gapSeconds), try optional(.gapMetres))
      guard seconds != nil || metres != nil else {
        throw OperationProblem(
          field: .gapSeconds, message: "enter the minimum duration or length of a gap")
      }
      return .gaps(seconds: seconds, metres: metres)
    case "by day": return .days(reading.zone)
    case "at place":
      guard let coordinate = reading.place(form.text(.place)) else {
        throw OperationProblem(field: .place, message: "enter a place's name, or coordinates")
      }
      return .near(coordinate, radiusMetres: try value(.radius))
    case "by segment": return .segments
    default: return .points(try points(.points))
    }
  }

  func join() throws(OperationProblem) -> OperationPlan {
    .join(
      order: try choice(.order) { text in
        TrackJoin.Order(rawValue: text) ?? TrackJoin.Order.allCases.first { $0.words == text }
      },
      gap: try choice(.gap, TrackJoin.Gap.init(rawValue:)))
  }

  private func choice<Value>(
    _ name: OperationField.Name, _ read: (String) -> Value?
  ) throws(OperationProblem) -> Value {
    if let value = read(form.text(name)) { return value }
    let example = form.fields.first { $0.name == name }?.example ?? ""
    throw OperationProblem(field: name, message: "choose one of \(example)")
  }

  func smooth() throws(OperationProblem) -> TrackOperation {
    let smoothing: TrackSmoothing =
      switch form.text(.by) {
      case "time": .bellOverTime(seconds: try value(.widthSeconds))
      case "median": .median(points: try whole(.median, from: 3))
      default: .bellOverDistance(metres: try value(.widthMetres))
      }
    return .smooth(
      smoothing, positions: form.text(.what) != "elevations",
      elevations: form.text(.what) != "positions")
  }

  func resample() throws(OperationProblem) -> TrackOperation {
    form.text(.by) == "time"
      ? .resampleInTime(everySeconds: try value(.everySeconds))
      : .resample(everyMetres: try value(.everyMetres))
  }

  func cleaning() throws(OperationProblem) -> TrackCleaning {
    let rules: [String: DuplicateRule] = [
      "position": .position, "position and time": .positionAndTime,
    ]
    let (rest, radius) = (try optional(.restSeconds), try value(.restRadius))
    return TrackCleaning(
      duplicates: rules[form.text(.duplicates)], spikeLimit: try optional(.spikes),
      speedLimit: try optional(.speedLimit),
      stop: rest.map { TrackCleaning.Stop(radiusMetres: radius, seconds: $0) },
      timesOutOfOrder: form.text(.order) == "on")
  }

  func times() throws(OperationProblem) -> TrackOperation {
    switch form.text(.by) {
    case "start": return .startTimes(at: try start())
    case "fill": return .fillTimes
    case "strip": return .stripTimes
    case "estimate":
      let pace: PaceModel =
        switch form.text(.pace) {
        case "Naismith": .naismith
        case "constant": .constant(metresPerSecond: try value(.speed))
        default: .tobler(factor: 1)
        }
      return .estimateTimes(pace, start: try start())
    default: return .shiftTimes(seconds: try value(.shift))
    }
  }

  private func start() throws(OperationProblem) -> Date {
    guard let start = try date(.start) else {
      throw OperationProblem(field: .start, message: "enter a time such as 2026-07-11 06:02")
    }
    return start
  }

  func elevation() throws(OperationProblem) -> TrackOperation {
    guard form.text(.by) == "terrain" else {
      return .offsetElevations(metres: try value(.shift))
    }
    let folder = form.text(.folder)
    guard !folder.isEmpty else {
      throw OperationProblem(field: .folder, message: "enter a folder that contains .hgt files")
    }
    return .terrain(
      folder: URL(filePath: folder, directoryHint: .isDirectory),
      form.text(.rule) == "all elevations" ? .replace : .fill, offsetMetres: try value(.offset))
  }
}
