import GeoFormats
import Geodesy
import Testing

/// A sink that counts the items it receives and checks the order of the calls.
final class ConsistencySink: GeoSink {
  private(set) var places = 0
  private(set) var paths: [GeoPathHeader.Kind: Int] = [:]
  private(set) var points: [GeoPathHeader.Kind: Int] = [:]
  private var open: GeoPathHeader.Kind?
  private var segment = 0
  private var hasEnded = false

  func place(_ place: GeoPlace) {
    #expect(open == nil)
    #expect((-90...90).contains(place.coordinate.latitude))
    #expect((-180...180).contains(place.coordinate.longitude))
    #expect(place.elevation?.isFinite ?? true)
    places += 1
  }

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    #expect(open == nil)
    open = kind
    segment = 0
  }

  func points(_ points: borrowing GeoPoints) {
    guard let open else {
      Issue.record("The sink received points outside a path.")
      return
    }
    #expect(!points.isEmpty && points.count <= 8192)
    var areValid = true
    for index in 0..<points.count {
      areValid =
        areValid && (-90...90).contains(points.latitudes[index])
        && (-180...180).contains(points.longitudes[index])
        && !points.elevations[index].isInfinite && !points.times[index].isInfinite
        && points.segments[index] >= segment
      segment = points.segments[index]
    }
    #expect(areValid)
    self.points[open, default: 0] += points.count
  }

  func pathEnds(_ header: GeoPathHeader) {
    #expect(open == header.kind)
    paths[header.kind, default: 0] += 1
    open = nil
  }

  func fileEnds(_ header: GeoFileHeader) {
    #expect(open == nil && !hasEnded)
    hasEnded = true
  }

  /// Expects the counts of the report to equal the counts of this sink.
  func expectAgreement(with report: GeoReadReport) {
    #expect(open == nil)
    #expect(places == report.counts.waypoints)
    #expect(paths[.route, default: 0] == report.counts.routes)
    #expect(paths[.track, default: 0] == report.counts.tracks)
    #expect(points[.route, default: 0] == report.counts.routePoints)
    #expect(points[.track, default: 0] == report.counts.trackPoints)
  }
}
