extension ModelConfiguration {
  /// The place of a store shared by an app group. There are no app groups on this system: a
  /// container whose configuration names one is refused when it is opened.
  public struct GroupContainer: Hashable, Sendable {
    let identifier: String?

    /// No app group, since none can be found.
    public static let automatic = none
    /// No app group.
    public static let none = GroupContainer(identifier: nil)

    public static func identifier(_ identifier: String) -> GroupContainer {
      GroupContainer(identifier: identifier)
    }
  }

  /// The CloudKit database of a store. There is no CloudKit on this system: a container whose
  /// configuration names a database is refused when it is opened.
  public struct CloudKitDatabase: Hashable, Sendable {
    let database: String?

    /// No CloudKit database, since none can be found.
    public static let automatic = none
    /// No CloudKit database.
    public static let none = CloudKitDatabase(database: nil)

    public static func `private`(_ database: String) -> CloudKitDatabase {
      CloudKitDatabase(database: database)
    }
  }

  /// Refuses a configuration that relies on an app group or on CloudKit.
  func validateServices() throws {
    if let identifier = groupContainer.identifier {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "The configuration '\(name)' names the app group '\(identifier)', and there are no app "
          + "groups here; give the store's url, or use groupContainer: .none.",
        samples: [identifier])
    }
    if let database = cloudKitDatabase.database {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "The configuration '\(name)' names the CloudKit database '\(database)', and there is no "
          + "CloudKit here; use cloudKitDatabase: .none.",
        samples: [database])
    }
  }
}
