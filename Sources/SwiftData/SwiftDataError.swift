import Foundation

/// What went wrong in the store, its schema or its migration, and what to do about it.
///
/// Two errors are equal when their codes are, so `catch SwiftDataError.unknownSchema` and
/// `#expect(throws: SwiftDataError.backwardMigration)` work whatever the wording.
public struct SwiftDataError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// A code that stays the same in later versions; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of error it is.
  public let code: Code
  /// What is wrong and what to do, for a person.
  public let message: String
  /// The entity and property concerned, where there is one.
  public let entity: String?
  public let property: String?
  /// How many rows are concerned, and up to five of the values.
  public let count: Int?
  public let samples: [String]
  /// The error below this one, as what a stage's closure threw.
  public let underlying: (any Error)?
  /// Whether the store was migrated before the error, and so is of the new version.
  public let hasMigrated: Bool
  /// Whether the message names the migration stage it came up in.
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

  /// The error with the migration stage, or the closure, that it came up in.
  func named(_ part: String) -> SwiftDataError {
    SwiftDataError(
      code, "\(part): \(message)", entity: entity, property: property, count: count,
      samples: samples, underlying: underlying, isNamed: true)
  }

  /// Whether two errors have the same code.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.code == rhs.code }

  /// Whether an error is one of this code, as `catch SwiftDataError.storeBusy` asks.
  public static func ~= (match: SwiftDataError, error: any Error) -> Bool {
    (error as? SwiftDataError) == match
  }

  public var description: String { message }
  public var errorDescription: String? { message }
}

/// One error of each code, to catch and compare with.
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
  /// Never thrown here: fetches in batches include unsaved changes.
  public static let includePendingChangesWithBatchSize = template(
    .includePendingChangesWithBatchSize)
  /// Never thrown here: identifiers come in the order asked for, unsaved objects included.
  public static let sortingPendingChangesWithIdentifiers = template(
    .sortingPendingChangesWithIdentifiers)

  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public static var historyTokenExpired: SwiftDataError { template(.inputOutput) }
  @available(*, unavailable, message: "read the history with ModelContainer.history(limit:)")
  public static var invalidTransactionFetchRequest: SwiftDataError { template(.inputOutput) }
}

extension SwiftDataError.Code {
  /// The store is of a later version or format than the program knows.
  public static let backwardMigration = Self("backwardMigration")
  /// The shape of the store is none of the plan's versions.
  public static let unknownSchema = Self("unknownSchema")
  /// The file is missing, empty, of another program, or no database.
  public static let notAStore = Self("notAStore")
  /// The container was asked for in a way it cannot be opened.
  public static let loadIssueModelContainer = Self("loadIssueModelContainer")
  /// An object cannot be stored as it is: a missing value, a denied deletion, a stranger.
  public static let modelValidationFailure = Self("modelValidationFailure")
  /// A context or object was used after what it belonged to had ended.
  public static let missingModelContext = Self("missingModelContext")
  /// An expression of a predicate has no form in SQL.
  public static let unsupportedPredicate = Self("unsupportedPredicate")
  /// A sort descriptor has no form in SQL.
  public static let unsupportedSortDescriptor = Self("unsupportedSortDescriptor")
  /// A key path leads to no stored property of the kind asked for.
  public static let unsupportedKeyPath = Self("unsupportedKeyPath")
  /// Another process, or another container of this one, has the store open, migrates it or writes
  /// to it.
  public static let storeBusy = Self("storeBusy")
  /// The store or its folder cannot be written, or the context is for reading.
  public static let storeReadOnly = Self("storeReadOnly")
  /// The versions or stages of a plan do not follow each other.
  public static let invalidMigrationPlan = Self("invalidMigrationPlan")
  /// Opening the store without a plan would lose something.
  public static let migrationPlanRequired = Self("migrationPlanRequired")
  /// The container's schema is not the last version of its plan.
  public static let schemaNotLastInPlan = Self("schemaNotLastInPlan")
  /// A model is not of the context's schema, as one of another version.
  public static let wrongSchema = Self("wrongSchema")
  /// Two objects have the same value of a unique property.
  public static let uniqueViolation = Self("uniqueViolation")
  /// A mandatory property has no value in some rows after a migration.
  public static let unsetMandatory = Self("unsetMandatory")
  /// A migration stage's closure threw an error of its own, which is the underlying one.
  public static let stageFailed = Self("stageFailed")
  /// Something disappears and something like it is new; say whether it is a rename.
  public static let possibleRename = Self("possibleRename")
  /// A relationship disappears in a lightweight stage and still has links.
  public static let linksNotCarried = Self("linksNotCarried")
  /// A lightweight stage to an earlier version, or one that forbids data loss, has no place for values
  /// that are there.
  public static let valuesNotCarried = Self("valuesNotCarried")
  /// A property changed its type under the same name.
  public static let incompatibleType = Self("incompatibleType")
  /// The models contradict each other, as by names or inverses.
  public static let invalidSchema = Self("invalidSchema")
  /// A value cannot be stored, or a stored one cannot be read.
  public static let invalidValue = Self("invalidValue")
  /// The backup that must come first could not be made; the store was not touched.
  public static let backupFailed = Self("backupFailed")
  /// The file is damaged; restore a backup.
  public static let corruptStore = Self("corruptStore")
  /// The system or the disk refused.
  public static let inputOutput = Self("inputOutput")
  /// A row is no longer what the history entry left.
  public static let historyConflict = Self("historyConflict")
  /// The history has no entry to undo or redo.
  public static let nothingToUndo = Self("nothingToUndo")
  /// Two configurations of a container have one name or one file.
  public static let duplicateConfiguration = Self("duplicateConfiguration")
  /// A configuration has an entity that the container's schema lacks.
  public static let configurationSchemaNotFoundInContainerSchema = Self(
    "configurationSchemaNotFoundInContainerSchema")
  /// A configuration's name cannot name a file.
  public static let configurationFileNameContainsInvalidCharacters = Self(
    "configurationFileNameContainsInvalidCharacters")
  /// A configuration's name is too long for a file's.
  public static let configurationFileNameTooLong = Self("configurationFileNameTooLong")
  /// The block of an enumeration left changes unsaved that keep its objects in memory.
  public static let escapingMutations = Self("escapingMutations")
  /// For source written for Apple's framework; never thrown.
  public static let includePendingChangesWithBatchSize = Self("includePendingChangesWithBatchSize")
  /// For source written for Apple's framework; never thrown.
  public static let sortingPendingChangesWithIdentifiers = Self(
    "sortingPendingChangesWithIdentifiers")
}
