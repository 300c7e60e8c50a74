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

  public let code: Code
  /// What is wrong and what to do, for a person.
  public let message: String
  /// The entity and property concerned, where there is one.
  public let entity: String?
  public let property: String?
  /// How many rows are concerned, and up to five of the values.
  public let count: Int?
  public let samples: [String]
  /// The error below this one.
  public let underlying: (any Error)?

  init(
    _ code: Code, _ message: String, entity: String? = nil, property: String? = nil,
    count: Int? = nil, samples: [String] = [], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.entity = entity
    self.property = property
    self.count = count
    self.samples = samples
    self.underlying = underlying
  }

  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.code == rhs.code }

  public var description: String { message }
  public var errorDescription: String? { message }
}

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
  public static let possibleRename = template(.possibleRename)
  public static let linksNotCarried = template(.linksNotCarried)
  public static let incompatibleType = template(.incompatibleType)
  public static let invalidSchema = template(.invalidSchema)
  public static let invalidValue = template(.invalidValue)
  public static let backupFailed = template(.backupFailed)
  public static let corruptStore = template(.corruptStore)
  public static let inputOutput = template(.inputOutput)
  public static let historyConflict = template(.historyConflict)
  public static let nothingToUndo = template(.nothingToUndo)
}

extension SwiftDataError.Code {
  public static let backwardMigration = Self("backwardMigration")
  public static let unknownSchema = Self("unknownSchema")
  public static let notAStore = Self("notAStore")
  public static let loadIssueModelContainer = Self("loadIssueModelContainer")
  public static let modelValidationFailure = Self("modelValidationFailure")
  public static let missingModelContext = Self("missingModelContext")
  public static let unsupportedPredicate = Self("unsupportedPredicate")
  public static let unsupportedSortDescriptor = Self("unsupportedSortDescriptor")
  public static let unsupportedKeyPath = Self("unsupportedKeyPath")
  public static let storeBusy = Self("storeBusy")
  public static let storeReadOnly = Self("storeReadOnly")
  public static let invalidMigrationPlan = Self("invalidMigrationPlan")
  public static let migrationPlanRequired = Self("migrationPlanRequired")
  public static let schemaNotLastInPlan = Self("schemaNotLastInPlan")
  public static let wrongSchema = Self("wrongSchema")
  public static let uniqueViolation = Self("uniqueViolation")
  public static let unsetMandatory = Self("unsetMandatory")
  public static let possibleRename = Self("possibleRename")
  public static let linksNotCarried = Self("linksNotCarried")
  public static let incompatibleType = Self("incompatibleType")
  public static let invalidSchema = Self("invalidSchema")
  public static let invalidValue = Self("invalidValue")
  public static let backupFailed = Self("backupFailed")
  public static let corruptStore = Self("corruptStore")
  public static let inputOutput = Self("inputOutput")
  public static let historyConflict = Self("historyConflict")
  public static let nothingToUndo = Self("nothingToUndo")
}
