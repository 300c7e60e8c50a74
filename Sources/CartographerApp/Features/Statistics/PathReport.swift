import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// Statistics for several paths or for a range of points: totals, slopes, days and splits.
package struct PathReport: Sendable, Equatable {
  /// The statistics for one day or one split. A split is a section of fixed length, such as a
  /// kilometre.
  package struct Part: Sendable, Equatable {
    package var label: String
    package var lengthMetres: Double
    package var ascentMetres: Double?
    package var descentMetres: Double?
    /// Whether the ascent and the descent are minimum values, because many points have no
    /// elevation.
    package var hasPartialElevations = false
    package var seconds: Double?
  }

  package var paths: Int
  package var segments: Int
  package var total: PathStatistics
  package var slopes: [SlopeClasses.SlopeClass]
  package var unknownSlopeMetres: Double
  /// The statistics for each day, earliest first. Empty if no point has a time.
  package var days: [Part]
  /// The statistics for each split of a single path, or an empty array for several paths.
  package var splits: [Part]
}

/// A request to compute statistics in the background.
package struct ReportRequest: Sendable, Equatable {
  package struct Subject: Sendable, Equatable {
    package var id: ItemID
    package var name: String
  }

  package let number: Int
  package let subjects: [Subject]
  /// The range of points covered by a single path's statistics. Nil if the statistics cover all
  /// points.
  package let range: Range<Int>?
  package let units: UnitSystem
  package let zone: TimeZone
  package let thresholdMetres: Double
}

/// A builder that computes the statistics for a report request, one path after another.
package struct PathReportBuilder {
  private let request: ReportRequest
  private var statistics: [PathStatistics] = []
  private var slopes: [SlopeClasses.SlopeClass] = []
  private var unknown = 0.0
  private var segments = 0
  private var days: [Date: PathReport.Part] = [:]
  private var splits: [PathReport.Part] = []

  package init(_ request: ReportRequest) { self.request = request }

  /// Adds the next path to the statistics.
  ///
  /// - Complexity: O(n), where n is the number of points in the path.
  package mutating func add(_ path: PathGeometry) {
    let columns = columns(of: path)
    let threshold = request.thresholdMetres
    let measures = TrackMeasures(columns, thresholdMetres: threshold)
    let name = request.subjects.first { $0.id == path.id }?.name ?? ""
    segments += measures.segments
    statistics.append(PathStatistics(id: path.id, name: name, measures))
    let classes = SlopeClasses(columns)
    unknown += classes.unknownMetres
    slopes = Self.sum(slopes, classes.classes)
    for (day, piece) in (try? columns.days(in: request.zone, thresholdMetres: threshold)) ?? [] {
      days[day] = Self.sum(days[day], Self.part("", piece.measures))
    }
    guard request.subjects.count == 1 else { return }
    let pieces =
      (try? columns.splits(everyMetres: request.units.splitMetres, thresholdMetres: threshold))
      ?? []
    splits = pieces.enumerated().map { Self.part("\($0.offset + 1)", $0.element.measures) }
  }

  /// The statistics of the added paths.
  package var report: PathReport {
    var slopes = slopes
    let length = slopes.reduce(unknown) { $0 + $1.metres }
    for position in slopes.indices where length > 0 {
      slopes[position].share = slopes[position].metres / length
    }
    return PathReport(
      paths: statistics.count, segments: segments,
      total: statistics.count == 1
        ? statistics[0] : PathStatistics(sumOf: statistics, threshold: request.thresholdMetres),
      slopes: slopes.contains { $0.metres > 0 } ? slopes.reversed() : [],
      unknownSlopeMetres: unknown,
      days: days.sorted { $0.key < $1.key }.map { day, part in
        var part = part
        part.label = TimeText.day(day, in: request.zone)
        return part
      }, splits: splits)
  }

  private func columns(of path: PathGeometry) -> TrackColumns {
    let columns = path.columns
    guard let range = request.range?.clamped(to: 0..<columns.count) else { return columns }
    return TrackSelection(indices: Array(range), of: columns).columns(of: columns)
  }

  private static func part(_ label: String, _ measures: TrackMeasures) -> PathReport.Part {
    PathReport.Part(
      label: label, lengthMetres: measures.lengthMetres, ascentMetres: measures.ascentMetres,
      descentMetres: measures.descentMetres, hasPartialElevations: measures.hasPartialElevations,
      seconds: measures.durationSeconds)
  }

  private static func sum(_ first: PathReport.Part?, _ second: PathReport.Part) -> PathReport.Part {
    guard var sum = first else { return second }
    sum.lengthMetres += second.lengthMetres
    sum.ascentMetres = PreviewTotals.joined(sum.ascentMetres, second.ascentMetres, +)
    sum.descentMetres = PreviewTotals.joined(sum.descentMetres, second.descentMetres, +)
    sum.hasPartialElevations = sum.hasPartialElevations || second.hasPartialElevations
    sum.seconds = PreviewTotals.joined(sum.seconds, second.seconds, +)
    return sum
  }

  private static func sum(
    _ first: [SlopeClasses.SlopeClass], _ second: [SlopeClasses.SlopeClass]
  ) -> [SlopeClasses.SlopeClass] {
    guard first.count == second.count else { return second }
    return zip(first, second).map { one, other in
      var sum = one
      sum.metres += other.metres
      return sum
    }
  }
}
