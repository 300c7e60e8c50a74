extension ModelConfiguration {
  /// The app group whose apps share a store. App groups do not exist on Linux, so opening a
  /// container with a named group fails.
  ///
  /// ```swift
  /// let configuration = ModelConfiguration("Trips", groupContainer: .none)
  /// ```
  public struct GroupContainer: Hashable, Sendable {
    let identifier: String?

    /// The default: no app group. Linux does not support app groups.
    public static let automatic = none
    /// No app group: the store is not shared.
    public static let none = GroupContainer(identifier: nil)

    public static func identifier(_ identifier: String) -> GroupContainer {
      GroupContainer(identifier: identifier)
    }
  }

  /// The CloudKit database with which a store is synchronized. CloudKit does not exist on Linux, so
  /// opening a container with a named database fails.
  ///
  /// ```swift
  /// let configuration = ModelConfiguration("Trips", cloudKitDatabase: .none)
  /// ```
  public struct CloudKitDatabase: Hashable, Sendable {
    let database: String?

    /// The default: no CloudKit database. Linux does not support CloudKit.
    public static let automatic = none
    /// No CloudKit database: the store is not synchronized.
    public static let none = CloudKitDatabase(database: nil)

    public static func `private`(_ database: String) -> CloudKitDatabase {
      CloudKitDatabase(database: database)
    }
  }

  /// Throws an error if the configuration specifies an app group or a CloudKit database.
  func validateServices() throws {
    if let identifier = groupContainer.identifier {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        The configuration '\(name)' specifies the app group '\(identifier)', but Linux has no app \
        groups; set the store's url, or use groupContainer: .none.
        """,
        samples: [identifier])
    }
    if let database = cloudKitDatabase.database {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        The configuration '\(name)' specifies the CloudKit database '\(database)', but Linux has no \
        CloudKit; use cloudKitDatabase: .none.
        """,
        samples: [database])
    }
  }
}
