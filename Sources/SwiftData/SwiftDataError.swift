import Foundation

/// An error in a store, its schema or its migration, with a message that says what failed and what
/// to do.
///
/// Two errors are equal if their codes are equal, even if their messages differ. Therefore
/// `catch SwiftDataError.unknownSchema` and `#expect(throws: SwiftDataError.backwardMigration)` do
/// not depend on the wording.
///
/// ```swift
/// do {
///   container = try ModelContainer(for: Trip.self, migrationPlan: TripPlan.self)
/// } catch let error as SwiftDataError where error.code == .unknownSchema {
///   print("\(error.entity ?? "The store"): \(error.message)")
/// }
/// ```
public struct SwiftDataError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// A code that identifies the kind of an error. Later versions of the library keep the codes and
  /// may add others.
  ///
  /// ```swift
  /// let isUnknown = (error as? SwiftDataError)?.code == .unknownSchema
  /// ```
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The code that identifies the error's kind.
  public let code: Code
  /// A message that tells the user what failed and what to do.
  public let message: String
  /// The affected entity's name. Nil if the error concerns no particular entity.
  public let entity: String?
  /// The affected property's name. Nil if the error concerns no particular property.
  public let property: String?
  /// A number in the message, such as the number of affected rows. Nil if the message contains no
  /// number.
  public let count: Int?
  /// Examples of the affected values or names, usually up to five.
  public let samples: [String]
  /// The underlying error, such as one thrown by a migration stage's closure. Nil if there is no
  /// underlying error.
  public let underlying: (any Error)?
  /// Whether the store was migrated before the error occurred. If so, the store has the new
  /// version.
  public let hasMigrated: Bool
  /// Whether the message names the migration stage in which the error occurred.
  let isNamed: Bool

  init(
    _ code: Code, _ message: String, entity: String? = nil, property: String? = nil,
    count: Int? = nil, samples: [String] = [], underlying: (any Error)? = nil,
    hasMigrated: Bool = false, isNamed: Bool = false
  ) {
    self.code = code
    self.message = message
    self.entity = entity
    self.property = property
    self.count = count
    self.samples = samples
    self.underlying = underlying
    self.hasMigrated = hasMigrated
    self.isNamed = isNamed
  }

  /// Returns a copy of the error with the name of the failed migration stage or closure at the
  /// start of the message.
  func named(_ part: String) -> SwiftDataError {
    SwiftDataError(
      code, "\(part): \(message)", entity: entity, property: property, count: count,
      samples: samples, underlying: underlying, isNamed: true)
  }

  /// Returns whether two errors have the same code.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.code == rhs.code }

  /// Returns whether an error matches a pattern's code, as in `catch SwiftDataError.storeBusy`.
  public static func ~= (match: SwiftDataError, error: any Error) -> Bool {
    (error as? SwiftDataError) == match
  }

  public var description: String { message }
  public var errorDescription: String? { message }
}

/// One error for each code, for use in `catch` clauses and comparisons.
extension SwiftDataError {
  private static func template(_ code: Code) -> SwiftDataError {
    SwiftDataError(code, code.rawValue)
  }

  public static let backwardMigration = template(.backwardMigration)
  public static let unknownSchema = template(.unknownSchema)
  public static let notAStore = template(.notAStore)
  public static let loadIssueModelContainer = template(.loadIssueModelContainer)
  public static let modelValidationFailure = template(.modelValidationFailure)
  public static let missingModelContext = template(.missingModelContext)
  public static let unsupportedPredicate = template(.unsupportedPredicate)
  public static let unsupportedSortDescriptor = template(.unsupportedSortDescriptor)
  public static let unsupportedKeyPath = template(.unsupportedKeyPath)
  public static let storeBusy = template(.storeBusy)
  public static let storeReadOnly = template(.storeReadOnly)
  public static let invalidMigrationPlan = template(.invalidMigrationPlan)
  public static let migrationPlanRequired = template(.migrationPlanRequired)
  public static let schemaNotLastInPlan = template(.schemaNotLastInPlan)
  public static let wrongSchema = template(.wrongSchema)
  public static let uniqueViolation = template(.uniqueViolation)
  public static let unsetMandatory = template(.unsetMandatory)
  public static let stageFailed = template(.stageFailed)
  public static let possibleRename = template(.possibleRename)
  public static let linksNotCarried = template(.linksNotCarried)
  public static let valuesNotCarried = template(.valuesNotCarried)
  public static let incompatibleType = template(.incompatibleType)
  public static let invalidSchema = template(.invalidSchema)
  public static let invalidValue = template(.invalidValue)
  public static let backupFailed = template(.backupFailed)
  public static let corruptStore = template(.corruptStore)
  public static let inputOutput = template(.inputOutput)
  public static let historyConflict = template(.historyConflict)
  public static let nothingToUndo = template(.nothingToUndo)
  public static let duplicateConfiguration = template(.duplicateConfiguration)
  public static let configurationSchemaNotFoundInContainerSchema = template(
    .configurationSchemaNotFoundInContainerSchema)
  public static let configurationFileNameContainsInvalidCharacters = template(
    .configurationFileNameContainsInvalidCharacters)
  public static let configurationFileNameTooLong = template(.configurationFileNameTooLong)
  public static let escapingMutations = template(.escapingMutations)
  /// An error that exists only for source compatibility with Apple's framework. It is never thrown,
  /// because fetches in batches include unsaved changes.
  public static let includePendingChangesWithBatchSize = template(
    .includePendingChangesWithBatchSize)
  /// An error that exists only for source compatibility with Apple's framework. It is never thrown,
  /// because fetched identifiers are sorted as requested, including those of unsaved objects.
  public static let sortingPendingChangesWithIdentifiers = template(
    .sortingPendingChangesWithIdentifiers)

  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public static var historyTokenExpired: SwiftDataError { template(.inputOutput) }
  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public static var invalidTransactionFetchRequest: SwiftDataError { template(.inputOutput) }
}

extension SwiftDataError.Code {
  /// The code for a store with a newer schema version or file format than the program supports.
  public static let backwardMigration = Self("backwardMigration")
  /// The code for a store with a schema that matches no known version.
  public static let unknownSchema = Self("unknownSchema")
  /// The code for a file that is missing, empty, not an SQLite database, or from another program.
  public static let notAStore = Self("notAStore")
  /// The code for a container that cannot be opened with the given schema and configurations.
  public static let loadIssueModelContainer = Self("loadIssueModelContainer")
  /// The code for an object that cannot be saved. For example, a mandatory value is missing, a
  /// delete rule forbids its deletion, or the object belongs to another context.
  public static let modelValidationFailure = Self("modelValidationFailure")
  /// The code for the use of a migration stage's context after the stage has ended.
  public static let missingModelContext = Self("missingModelContext")
  /// The code for a predicate with an expression that has no SQL equivalent.
  public static let unsupportedPredicate = Self("unsupportedPredicate")
  /// The code for a sort descriptor that has no SQL equivalent.
  public static let unsupportedSortDescriptor = Self("unsupportedSortDescriptor")
  /// The code for a key path that does not refer to a stored property of the required kind.
  public static let unsupportedKeyPath = Self("unsupportedKeyPath")
  /// The code for a store that is in use. Another process, or another container in this process,
  /// has the store open, is migrating it or is writing to it.
  public static let storeBusy = Self("storeBusy")
  /// The code for an attempt to write to a store that is read-only because of its file permissions
  /// or its configuration.
  public static let storeReadOnly = Self("storeReadOnly")
  /// The code for a migration plan with missing or contradictory versions or stages.
  public static let invalidMigrationPlan = Self("invalidMigrationPlan")
  /// The code for a store that would lose data if it were opened without a migration plan.
  public static let migrationPlanRequired = Self("migrationPlanRequired")
  /// The code for a container whose schema is not the last version in its migration plan.
  public static let schemaNotLastInPlan = Self("schemaNotLastInPlan")
  /// The code for a model that is missing from the context's schema, such as a class from another
  /// schema version.
  public static let wrongSchema = Self("wrongSchema")
  /// The code for two objects that have the same value for a unique property.
  public static let uniqueViolation = Self("uniqueViolation")
  /// The code for a mandatory property that a migration would leave unset in some rows.
  public static let unsetMandatory = Self("unsetMandatory")
  /// The code for an error thrown by a migration stage's closure. The thrown error is in
  /// ``SwiftDataError/underlying``.
  public static let stageFailed = Self("stageFailed")
  /// The code for a class or property that a migration would drop while adding a similar class or
  /// property. The program must declare whether this is a rename.
  public static let possibleRename = Self("possibleRename")
  /// The code for a relationship whose links a lightweight migration stage would drop.
  public static let linksNotCarried = Self("linksNotCarried")
  /// The code for stored values that a lightweight migration stage would drop. The stage leads to
  /// an earlier version, or it forbids data loss.
  public static let valuesNotCarried = Self("valuesNotCarried")
  /// The code for a property whose type changes in a migration while its name stays the same.
  public static let incompatibleType = Self("incompatibleType")
  /// The code for model declarations that contradict each other, for example in their names or
  /// inverses.
  public static let invalidSchema = Self("invalidSchema")
  /// The code for a value that cannot be stored or read.
  public static let invalidValue = Self("invalidValue")
  /// The code for a backup that could not be made. The store was not changed.
  public static let backupFailed = Self("backupFailed")
  /// The code for a store whose file is damaged. Restore a backup of the store.
  public static let corruptStore = Self("corruptStore")
  /// The code for a failure of the operating system or the disk.
  public static let inputOutput = Self("inputOutput")
  /// The code for a history entry that cannot be undone, redone or reverted. For example, the
  /// entry's rows may have been changed again since.
  public static let historyConflict = Self("historyConflict")
  /// The code for an undo or redo when the history contains no entry that can be undone or redone.
  public static let nothingToUndo = Self("nothingToUndo")
  /// The code for a container with two configurations that have the same name or the same file.
  public static let duplicateConfiguration = Self("duplicateConfiguration")
  /// The code for a configuration with an entity that is not in the container's schema.
  public static let configurationSchemaNotFoundInContainerSchema = Self(
    "configurationSchemaNotFoundInContainerSchema")
  /// The code for a configuration whose name is not a valid file name.
  public static let configurationFileNameContainsInvalidCharacters = Self(
    "configurationFileNameContainsInvalidCharacters")
  /// The code for a configuration whose name is too long for a file name.
  public static let configurationFileNameTooLong = Self("configurationFileNameTooLong")
  /// The code for an `enumerate` call whose closure leaves changes unsaved. The changed objects
  /// would stay in memory.
  public static let escapingMutations = Self("escapingMutations")
  /// A code that exists for source compatibility with Apple's framework and is never used.
  public static let includePendingChangesWithBatchSize = Self("includePendingChangesWithBatchSize")
  /// A code that exists for source compatibility with Apple's framework and is never used.
  public static let sortingPendingChangesWithIdentifiers = Self(
    "sortingPendingChangesWithIdentifiers")
}
