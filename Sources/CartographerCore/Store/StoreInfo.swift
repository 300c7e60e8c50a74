import CartographerModel
import Foundation
import SwiftData

/// What a store holds, of whatever version it is.
package struct StoreInfo: Sendable, Equatable {
  package var path: String
  package var schemaVersion: String
  /// Whether this program would open it without migrating.
  package var latest: Bool
  package var locations: Int
  package var paths: Int
  package var waypoints: Int
  package var groups: Int
  /// A place or path in a group counts one.
  package var memberships: Int
  /// Of itineraries.
  package var entries: Int
  /// Of the main file.
  package var bytes: Int64
  /// The newest backup beside it.
  package var lastBackup: String?

  /// Reads a store without changing or migrating it.
  ///
  /// - Throws: ``LibraryError``: `notFound`, `badData`.
  package init(at url: URL) throws {
    self = try LibraryError.translating {
      try StoreMaintenance.requireFile(url)
      return StoreInfo(try ModelContainer.inspect(url: url), url)
    }
  }

  private init(_ inspection: StoreInspection, _ url: URL) {
    path = url.path
    schemaVersion = "\(inspection.version)"
    latest = inspection.version == CurrentSchema.versionIdentifier
    locations = inspection.counts["Location"] ?? 0
    paths = inspection.counts["Path"] ?? 0
    waypoints = inspection.counts["Waypoint"] ?? 0
    groups = inspection.counts["AnnotationGroup"] ?? 0
    // Version 1 has one group a row, later versions a set of pairs.
    memberships = ["Location.group", "Location.groups", "Path.group", "Path.groups"]
      .reduce(0) { $0 + (inspection.links[$1] ?? 0) }
    if memberships == 0 {
      memberships = ["AnnotationGroup.locations", "AnnotationGroup.paths"]
        .reduce(0) { $0 + (inspection.links[$1] ?? 0) }
    }
    entries = inspection.counts["ItineraryEntry"] ?? 0
    bytes = inspection.bytes
    lastBackup = StoreBackup.list(of: url).last?.path
  }
}
