import CartographerModel
import Foundation
import SwiftData

/// A store's version, size and item counts. All store versions are supported.
package struct StoreInfo: Sendable, Equatable {
  package var path: String
  package var schemaVersion: String
  /// Whether the store is already at the latest version and needs no migration.
  package var latest: Bool
  package var locations: Int
  package var paths: Int
  package var waypoints: Int
  package var groups: Int
  /// The number of group memberships. A membership is a place or path in a group.
  package var memberships: Int
  /// The number of stops in all itineraries.
  package var stops: Int
  /// The size of the main file in bytes, without the write-ahead log.
  package var bytes: Int64
  /// The path of the newest backup next to the store. Nil if there is no backup.
  package var lastBackup: String?

  /// Reads the version, size and item counts of a store, without changing or migrating the store.
  ///
  /// - Throws: ``LibraryError`` `notFound` if the file does not exist.
  /// - Throws: ``LibraryError`` `badData` if the file is not a store.
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
    stops = inspection.counts["ItineraryEntry"] ?? 0
    bytes = inspection.bytes
    lastBackup = StoreBackup.list(of: url).last?.path
  }
}
