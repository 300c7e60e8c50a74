extension ModelConfiguration {
  /// The place of a store shared by an app group. There are none on this system.
  public struct GroupContainer: Hashable, Sendable {
    private init() {}

    /// No app group.
    public static let none = GroupContainer()

    @available(*, unavailable, message: "there are no app groups here; leave it out")
    public static var automatic: GroupContainer { none }

    @available(*, unavailable, message: "there are no app groups here; give the store's url")
    public static func identifier(_ identifier: String) -> GroupContainer { none }
  }

  /// The CloudKit database of a store. There is none on this system.
  public struct CloudKitDatabase: Hashable, Sendable {
    private init() {}

    /// No CloudKit database.
    public static let none = CloudKitDatabase()

    @available(*, unavailable, message: "there is no CloudKit here; leave it out")
    public static var automatic: CloudKitDatabase { none }

    @available(*, unavailable, message: "there is no CloudKit here; leave it out")
    public static func `private`(_ database: String) -> CloudKitDatabase { none }
  }
}
