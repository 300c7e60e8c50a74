import Foundation
import SwiftData

/// Models with R-trees, of which the later version rebuilds the table.
enum RTreeHuts: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    #Index<Hut>(.rtree([\.latitude, \.longitude]), .rtree([\.beds, \.opened]))

    var name: String
    var latitude: Double
    var longitude: Double
    var beds: Int
    var opened: Date?

    init(_ latitude: Double, _ longitude: Double, beds: Int = 0, opened: Date? = nil) {
      name = "Hut"
      self.latitude = latitude
      self.longitude = longitude
      self.beds = beds
      self.opened = opened
    }
  }
}

/// The shape of ``RTreeHuts`` without R-trees.
enum PlainHuts: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    var name: String
    var latitude: Double
    var longitude: Double
    var beds: Int
    var opened: Date?

    init(_ latitude: Double, _ longitude: Double) {
      name = "Hut"
      self.latitude = latitude
      self.longitude = longitude
      beds = 0
    }
  }
}

/// A later version with a renamed property, so that the table is rebuilt.
enum LaterHuts: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Hut.self] }

  @Model final class Hut {
    #Index<Hut>(.rtree([\.latitude, \.longitude]))

    @Attribute(originalName: "name") var title: String
    var latitude: Double
    var longitude: Double

    init(_ latitude: Double, _ longitude: Double) {
      title = "Hut"
      self.latitude = latitude
      self.longitude = longitude
    }
  }
}
