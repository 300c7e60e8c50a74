import Foundation
import GeoFormats
import Geodesy

/// How items are written.
package struct ExportOptions: Sendable, Equatable {
  /// A circle of which nothing is written, such as one around a home.
  package struct PrivacyZone: Sendable, Equatable {
    package var centre: Coordinate
    package var radiusMetres: Double

    package init(centre: Coordinate, radiusMetres: Double) {
      self.centre = centre
      self.radiusMetres = radiusMetres
    }
  }

  /// The version of GPX, `1.0` or `1.1`; nil for that of the file where a whole import is written,
  /// else 1.1.
  package var version: String?
  /// Leaves out what was kept though no version of GPX has it, and says so.
  package var isValidOnly = false
  package var stripsTimes = false
  package var stripsExtensions = false
  /// The most points a path may have: those that matter most to its shape.
  package var pointsAtMost: Int?
  package var privacyZones: [PrivacyZone] = []
  /// Only places and points of this time: from the first to before the second. Those without a time
  /// are left out where either is given.
  package var from: Date?
  package var until: Date?

  package init() {}

  /// Whether only values are written. Preserved markup may contain excluded positions or data in the
  /// formats of other programs.
  var writesValuesOnly: Bool { valuesOnlyReason != nil }

  /// The option that restricts the export to values, in words; nil if none is set.
  var valuesOnlyReason: String? {
    stripsExtensions ? "--strip-extensions" : privacyZones.isEmpty ? nil : "a private zone"
  }

  /// Whether points may be left out.
  var isFiltering: Bool { !privacyZones.isEmpty || from != nil || until != nil }

  func admits(latitude: Double, longitude: Double, time: Double) -> Bool {
    if from != nil || until != nil {
      guard !time.isNaN, time >= from?.timeIntervalSinceReferenceDate ?? -.infinity,
        time < until?.timeIntervalSinceReferenceDate ?? .infinity
      else { return false }
    }
    return !privacyZones.contains { zone in
      Geodesic.distanceMetres(
        latitude: latitude, longitude: longitude, toLatitude: zone.centre.latitude,
        longitude: zone.centre.longitude) <= zone.radiusMetres
    }
  }
}

/// What was written.
package struct ExportReport: Sendable, Equatable {
  package var places = 0
  /// The points of paths.
  package var pathPoints = 0
  /// Places and points of paths.
  package var points: Int { places + pathPoints }
  /// Whether there is a file: none is made where all was to be left out.
  package var isWritten = true
  /// What could not be written as it is, and what was left behind.
  package var findings: [ImportReport.Finding] = []
  /// How many points and places are outside of what was asked for.
  var refused = 0
  /// How many points, places, segments and paths held what was left out on demand.
  var leftOut = 0
  /// The numbers of the items that groups refer to, among the places or paths of the file.
  var numbers: [ItemID: GeoGroup.Reference] = [:]
  /// The number of written routes and tracks.
  var paths = 0
}
