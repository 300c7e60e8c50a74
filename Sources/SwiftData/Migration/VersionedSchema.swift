/// One version of a schema, with its model classes. The version must not change after it has
/// shipped.
///
/// ```swift
/// enum TripsV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
///   @Model final class Trip { var name: String = "" }
/// }
/// ```
public protocol VersionedSchema: SendableMetatype {
  /// The version's model classes.
  static var models: [any PersistentModel.Type] { get }
  /// The version number, which must be higher than the previous version's number.
  static var versionIdentifier: Schema.Version { get }
}

/// The schema versions that a store may have, from oldest to newest, and the migration stages
/// between them.
///
/// The plan can also list stages that migrate back from a version to the previous version. A
/// container of an earlier version then migrates newer stores back through these stages.
///
/// ```swift
/// enum TripsPlan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
///   static let stages: [MigrationStage] = [
///     .lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)
///   ]
/// }
/// ```
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The schema's versions, from oldest to newest.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages between adjacent versions. A stage that drops nothing may be omitted.
  static var stages: [MigrationStage] { get }
}

/// A migration stage, which migrates a store from one schema version to an adjacent version.
///
/// ```swift
/// let capitalizeNames = MigrationStage.custom(
///   fromVersion: TripsV1.self, toVersion: TripsV2.self, willMigrate: nil,
///   didMigrate: { context in
///     let trips = try context.fetch(FetchDescriptor<TripsV2.Trip>())
///     for trip in trips { trip.name = trip.name.capitalized }
///   })
/// ```
public enum MigrationStage: Sendable {
  /// A stage without code, whose changes are derived from the difference between the two schemas.
  /// Data without a matching class or property in the later version is dropped and reported. The
  /// backup still contains this data. The stage fails if it would drop values or links of a
  /// property that may have been renamed.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// A stage with code that runs before and after the tables change.
  ///
  /// The closure `willMigrate` receives a context for the old version, and `didMigrate` a context
  /// for the new version. Unsaved changes are saved when a closure ends. An error in a closure,
  /// even one that the closure catches, makes the stage fail; the error message names the closure.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)

  /// A copy of this stage that is allowed to drop data. The stage can then drop objects, values and
  /// links that have no matching class or property in its target version, even if a property may
  /// have been renamed. The migration report lists the dropped data, and the backup still contains
  /// this data.
  public var allowingDataLoss: MigrationStage {
    switch self {
    case .lightweight:
      .custom(
        fromVersion: endpoints.from, toVersion: endpoints.to, willMigrate: nil, didMigrate: nil)
    case .custom: self
    }
  }

  /// A copy of this stage that fails instead of dropping stored objects, values or links. Without
  /// this setting, a lightweight stage drops such data and reports it. A custom stage is returned
  /// unchanged.
  public var forbiddingDataLoss: MigrationStage {
    switch self {
    case .lightweight:
      .lightweight(
        fromVersion: losslessStart(endpoints.from), toVersion: endpoints.to)
    case .custom: self
    }
  }

  var endpoints: (from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
    switch self {
    case .lightweight(let from, let to):
      ((from as? any LosslessStartProtocol.Type)?.marked ?? from, to)
    case .custom(let from, let to, _, _): (from, to)
    }
  }

  var isCustom: Bool {
    if case .custom = self { true } else { false }
  }

  var forbidsDataLoss: Bool {
    if case .lightweight(let from, _) = self {
      from is any LosslessStartProtocol.Type
    } else {
      false
    }
  }
}

/// A wrapper for the start version of a stage that forbids data loss. A wrapper is used instead of
/// an additional enum case, because such a case would break existing programs that switch over
/// stages.
private enum LosslessStart<Version: VersionedSchema>: VersionedSchema, LosslessStartProtocol {
  static var models: [any PersistentModel.Type] { Version.models }
  static var versionIdentifier: Schema.Version { Version.versionIdentifier }
  static var marked: any VersionedSchema.Type { Version.self }
}

private protocol LosslessStartProtocol {
  static var marked: any VersionedSchema.Type { get }
}

/// Wraps a stage's start version to mark that the stage forbids data loss.
private func losslessStart<Version: VersionedSchema>(
  _ version: Version.Type
) -> any VersionedSchema.Type { LosslessStart<Version>.self }
