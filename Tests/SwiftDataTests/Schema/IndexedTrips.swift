import SwiftData

/// The model without `#Unique` and `#Index`. Most of the other schemas differ only in these.
enum PlainTrips: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    var year: Int
    var code: String?
    var note: String = ""
    var guide: Guide?

    init(_ name: String, _ year: Int, code: String? = nil) {
      self.name = name
      self.year = year
      self.code = code
    }
  }

  @Model final class Guide {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum IndexedTrips: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    #Index<Trip>([\.year, \.name], [\.note])

    var name: String
    var year: Int
    var code: String?
    var note: String = ""
    var guide: Guide?

    init(_ name: String, _ year: Int, code: String? = nil) {
      self.name = name
      self.year = year
      self.code = code
    }
  }

  @Model final class Guide {
    #Index<Guide>(.binary([\.name]))
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum UniqueTrips: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    #Unique<Trip>([\.name, \.year], [\.code, \.guide])
    #Index<Trip>([\.year])

    var name: String
    var year: Int
    var code: String?
    var note: String = ""
    var guide: Guide?

    init(_ name: String, _ year: Int, code: String? = nil) {
      self.name = name
      self.year = year
      self.code = code
    }
  }

  @Model final class Guide {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// A later version with a renamed and a dropped property, so that the table is rebuilt.
enum LaterTrips: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    #Unique<Trip>([\.title, \.year])
    #Index<Trip>([\.guide, \.year])

    @Attribute(originalName: "name") var title: String
    var year: Int
    var code: String?
    var guide: Guide?

    init(_ title: String, _ year: Int) {
      self.title = title
      self.year = year
    }
  }

  @Model final class Guide {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// The shape of ``PlainTrips`` in a later version, with a constraint.
enum UniqueLaterTrips: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { UniqueTrips.models }
}
