/// One version of a schema: its models, frozen once it shipped.
public protocol VersionedSchema: SendableMetatype {
  static var models: [any PersistentModel.Type] { get }
  static var versionIdentifier: Schema.Version { get }
}

/// The versions a store may have, oldest first, and how to go from each to the next.
///
/// Stages that lead back, from a version to the one before, may be listed too: a container of an
/// earlier version then takes newer stores back through them.
public protocol SchemaMigrationPlan: SendableMetatype {
  static var schemas: [any VersionedSchema.Type] { get }
  static var stages: [MigrationStage] { get }
}

/// One step of a migration.
public enum MigrationStage: Sendable {
  /// Everything follows from the two shapes. What has no place in the later one is dropped, reported,
  /// and kept in the backup; values and links that may have been renamed are refused.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// Code runs before and after the tables change.
  ///
  /// `willMigrate` gets a context of the old version, `didMigrate` one of the new. Unsaved changes
  /// are saved when a closure ends; an error in one, even if caught there, fails the stage and names
  /// it.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)

  /// The stage with leave to drop what has no place in the version it leads to: properties that may
  /// have been renamed, links, objects. The report lists what went, and the backup has it.
  public var allowingDataLoss: MigrationStage {
    switch self {
    case .lightweight:
      .custom(
        fromVersion: endpoints.from, toVersion: endpoints.to, willMigrate: nil, didMigrate: nil)
    case .custom: self
    }
  }

  /// The stage that refuses to drop classes, values and links that the store has, where a lightweight
  /// one would drop and report them. A custom stage stays what it is.
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

/// The version that a stage which forbids data loss begins at. It marks the stage without a case of
/// its own, which programs that switch over stages would have to know.
private enum LosslessStart<Version: VersionedSchema>: VersionedSchema, LosslessStartProtocol {
  static var models: [any PersistentModel.Type] { Version.models }
  static var versionIdentifier: Schema.Version { Version.versionIdentifier }
  static var marked: any VersionedSchema.Type { Version.self }
}

private protocol LosslessStartProtocol {
  static var marked: any VersionedSchema.Type { get }
}

/// Marks a version as the start of a stage that forbids data loss.
private func losslessStart<Version: VersionedSchema>(
  _ version: Version.Type
) -> any VersionedSchema.Type { LosslessStart<Version>.self }
