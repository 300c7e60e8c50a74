import Foundation
import Observation

/// A class whose objects live in a store. `@Model` writes the conformance.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  static var _$indexes: [any _IndexDeclaration] { get }
  /// The class's name in the version before, where `@Model` gives one.
  static var _$originalName: String? { get }
  /// Tells whether the constants of a row can be read; nil for a class whose constants always can.
  static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { get }
  var _$state: _ModelState { get }
  init(_$row row: _RowReader)
  func _$load(_ row: _RowReader)
  func _$encode(_ encoder: _RowEncoder)
  /// Visits the relationship in a slot; those of all slots for -1.
  func _$visit(_ slot: Int, _ visitor: inout some _SlotVisitor)
  /// What gives every stored property the value that it has now.
  func _$keep() -> () -> Void
}

extension PersistentModel {
  /// What `#Unique` and `#Index` declare; `@Model` writes it for a class that has them.
  public static var _$indexes: [any _IndexDeclaration] { [] }

  public static var _$originalName: String? { nil }

  public static var _$readsConstants: (@Sendable (_RowReader) -> Bool)? { nil }

  /// The object's identity; temporary until it is first saved, then another, which a deleted object
  /// keeps.
  public var persistentModelID: PersistentIdentifier {
    _$state.standing.identifier(entityName: Schema.entityName(of: Self.self))
  }

  public var id: PersistentIdentifier { persistentModelID }

  /// The context the object belongs to; nil before it is inserted and after it is gone.
  public var modelContext: ModelContext? { _$state.standing.context.map { $0.whole ?? $0 } }

  /// Whether the object has changes that are not saved.
  public var hasChanges: Bool {
    let state = _$state.standing
    return state.dirty != 0 || state.phase == .inserted
  }

  /// Whether the object is deleted, or will be by the next save.
  public var isDeleted: Bool {
    let state = _$state.standing
    return state.phase == .deleted || (state.phase == .stored && state.context?.isErased == true)
  }

  /// The object that stands for this one's row: another where one has taken it over.
  var standing: any PersistentModel {
    _$state.phase == .replaced ? _$state.successor ?? self : self
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
