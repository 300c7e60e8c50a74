import SwiftData

/// The first of two versions that can be migrated in both directions, so that a migration can be
/// repeated.
enum PageV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    init(text: String) { self.text = text }
  }
}

enum PageV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var text: String
    var number: Int = 0
    init(text: String) { self.text = text }
  }
}
