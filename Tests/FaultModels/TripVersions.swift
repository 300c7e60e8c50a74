import SwiftData

/// The first of four versions of a small schema of trips, which tests migrate under failures. Each
/// migration stage is of a different kind.
package enum TripV1: VersionedSchema {
  package static let versionIdentifier = Schema.Version(1, 0, 0)
  package static var models: [any PersistentModel.Type] { [Club.self, Place.self, Point.self] }

  @Model package final class Club {
    package var title: String
    @Relationship(deleteRule: .nullify, inverse: \Place.club) package var places: [Place] = []
    package init(title: String) { self.title = title }
  }

  @Model package final class Place {
    package var name: String
    package var note: String?
    package var club: Club?
    @Relationship(deleteRule: .cascade, inverse: \Point.place) package var points: [Point] = []
    package init(name: String, note: String?, club: Club?) {
      self.name = name
      self.note = note
      self.club = club
    }
  }

  @Model package final class Point {
    package var x: Double
    package var y: Double
    package var index: Int
    package var place: Place?
    package init(x: Double, y: Double, index: Int) {
      self.x = x
      self.y = y
      self.index = index
    }
  }
}

/// The second version: a place has many clubs instead of one. The stage's closures carry over the
/// links.
package enum TripV2: VersionedSchema {
  package static let versionIdentifier = Schema.Version(2, 0, 0)
  package static var models: [any PersistentModel.Type] { [Club.self, Place.self, Point.self] }

  @Model package final class Club {
    package var title: String
    package var places: [Place] = []
    package init(title: String) { self.title = title }
  }

  @Model package final class Place {
    package var name: String
    package var note: String?
    @Relationship(deleteRule: .nullify, inverse: \Club.places) package var clubs: [Club] = []
    @Relationship(deleteRule: .cascade, inverse: \Point.place) package var points: [Point] = []
    package init(name: String) { self.name = name }
  }

  @Model package final class Point {
    package var x: Double
    package var y: Double
    package var index: Int
    package var place: Place?
    package init(x: Double, y: Double, index: Int) {
      self.x = x
      self.y = y
      self.index = index
    }
  }
}

/// The third version: a renamed attribute, which rebuilds the table of points, and new columns,
/// which are added without a rebuild.
package enum TripV3: VersionedSchema {
  package static let versionIdentifier = Schema.Version(3, 0, 0)
  package static var models: [any PersistentModel.Type] { [Club.self, Place.self, Point.self] }

  @Model package final class Club {
    package var title: String
    package var colour: String?
    package var places: [Place] = []
    package init(title: String) { self.title = title }
  }

  @Model package final class Place {
    package var name: String
    package var note: String?
    package var stars: Int = 3
    @Relationship(deleteRule: .nullify, inverse: \Club.places) package var clubs: [Club] = []
    @Relationship(deleteRule: .cascade, inverse: \Point.place) package var points: [Point] = []
    package init(name: String) { self.name = name }
  }

  @Model package final class Point {
    package var x: Double
    package var y: Double
    package var z: Double = 0
    @Attribute(originalName: "index") package var order: Int
    package var place: Place?
    package init(x: Double, y: Double, order: Int) {
      self.x = x
      self.y = y
      self.order = order
    }
  }
}

/// The fourth version: a unique code for every place, assigned by the stage, and a new entity.
package enum TripV4: VersionedSchema {
  package static let versionIdentifier = Schema.Version(4, 0, 0)
  package static var models: [any PersistentModel.Type] {
    [Club.self, Place.self, Point.self, Mark.self]
  }

  @Model package final class Club {
    package var title: String
    package var colour: String?
    package var places: [Place] = []
    package init(title: String) { self.title = title }
  }

  @Model package final class Place {
    package var name: String
    package var note: String?
    package var stars: Int = 3
    @Attribute(.unique) package var code: String
    @Relationship(deleteRule: .nullify, inverse: \Club.places) package var clubs: [Club] = []
    @Relationship(deleteRule: .cascade, inverse: \Point.place) package var points: [Point] = []
    package init(name: String, code: String) {
      self.name = name
      self.code = code
    }
  }

  @Model package final class Point {
    package var x: Double
    package var y: Double
    package var z: Double = 0
    package var order: Int
    package var place: Place?
    package init(x: Double, y: Double, order: Int) {
      self.x = x
      self.y = y
      self.order = order
    }
  }

  @Model package final class Mark {
    package var text: String
    package init(text: String) { self.text = text }
  }
}
