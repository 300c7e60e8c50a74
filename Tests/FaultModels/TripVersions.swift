import SwiftData

/// Four versions of a small trip, each stage of another kind, for tests that break migrations.
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

/// One club of a place became many; the links are carried by the stage's closures.
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

/// A rename, which rebuilds the table of points, and columns added in place.
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

/// A unique value that every place must be given by the stage, and an entity more.
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
