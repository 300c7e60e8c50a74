import Foundation
import GeoFormats
import Geodesy

/// Options for an export.
package struct ExportOptions: Sendable, Equatable {
  /// A circular area whose points are not exported, such as the surroundings of a home.
  package struct PrivacyZone: Sendable, Equatable {
    package var centre: Coordinate
    package var radiusMetres: Double

    package init(centre: Coordinate, radiusMetres: Double) {
      self.centre = centre
      self.radiusMetres = radiusMetres
    }
  }

  /// The exported file's format. If the value is nil, the file name determines the format; without
  /// a file name, the format is GPX.
  package var format: FileFormat?
  /// The extension that selects a variant of the format, such as `kmz`. If the value is nil, the
  /// file name's extension is used.
  package var fileExtension: String?
  /// The GPX version to write, `1.0` or `1.1`, or nil for the default. Other formats ignore this
  /// option. The default is 1.1 or, if a single import is exported, the version of the imported
  /// file.
  package var version: String?
  /// Whether to omit and report preserved markup that is not valid in any GPX version.
  package var isValidOnly = false
  package var stripsTimes = false
  package var stripsExtensions = false
  /// The maximum number of exported points per path, or nil for no limit. The points that are most
  /// significant for the path's shape are kept.
  package var pointsAtMost: Int?
  package var privacyZones: [PrivacyZone] = []
  /// The earliest time of exported places and points, or nil for no limit. If ``from`` or ``until``
  /// is set, places and points without a time are omitted.
  package var from: Date?
  /// The end of the exported time range, or nil for no limit. Places and points with this time or a
  /// later one are omitted.
  package var until: Date?

  package init() {}

  /// Whether only field values are exported, without preserved markup. The markup could contain
  /// excluded positions or other programs' data.
  var writesValuesOnly: Bool { valuesOnlyReason != nil }

  /// The reason for omitting preserved markup, for use in messages. Nil if preserved markup is
  /// exported.
  var valuesOnlyReason: String? {
    stripsExtensions
      ? "the export strips extensions"
      : privacyZones.isEmpty ? nil : "a privacy zone applies to the export"
  }

  /// Whether the options contain a filter: a privacy zone or a time range.
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

/// The result of an export.
package struct ExportReport: Sendable, Equatable {
  package var places = 0
  /// The number of routes and tracks that were written.
  package var paths = 0
  /// The number of path points that were written.
  package var pathPoints = 0
  /// The format of the exported file.
  package var format = FileFormat.gpx
  /// The number of places and path points that were written.
  package var points: Int { places + pathPoints }
  /// Whether a file was written. No file is written if the filters exclude all items.
  package var isWritten = true
  /// The diagnostics about data that the export changed or omitted.
  package var findings: [ImportReport.Finding] = []
  /// The number of points and places that filters excluded from the export.
  var refused = 0
  /// The number of points, places, segments and paths exported without their preserved markup.
  var leftOut = 0
  /// The item numbers that groups in the exported file use to refer to items. Places and paths are
  /// numbered separately.
  var numbers: [ItemID: GeoGroup.Reference] = [:]
}
