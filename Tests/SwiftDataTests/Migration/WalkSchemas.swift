import SwiftData

enum WalksV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Walk.self] }

  @Model final class Walk {
    var name: String
    var km: Double?
    var walker: Walker?
    init(name: String, km: Double? = nil) {
      self.name = name
      self.km = km
    }
  }

  @Model final class Walker {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Walk.walker) var walks: [Walk] = []
    init(name: String) { self.name = name }
  }
}

enum WalksV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Walk.self] }

  @Model final class Walk {
    var name: String
    var km: Double
    var label: String
    var walker: Walker?
    init(name: String, km: Double, label: String) {
      self.name = name
      self.km = km
      self.label = label
    }
  }

  @Model final class Walker {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Walk.walker) var walks: [Walk] = []
    init(name: String) { self.name = name }
  }
}
